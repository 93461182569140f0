"""The names that an SVG may use: those of SVG 1.1 and 2 that draw, without what runs, moves or loads something.

Left out on purpose are scripts, handlers, animations (which can set what an element refers to), foreign content, sound
and film, documents in documents, and `xml:base`. Two attributes, which lets-plot writes, are no standard's.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ELEMENTS: Final = _words("""
    a circle clipPath defs desc ellipse g image line linearGradient marker mask metadata path pattern polygon
    polyline radialGradient rect stop style svg switch symbol text textPath title tspan use view filter feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
    feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
""")

#: Attributes whose value is a word for people, or a name: nothing in it is a reference, whatever it looks like.
TEXTS: Final = _words("class id lang role tabindex type version baseProfile")

#: All others, but those that begin with `aria-` or `data-`, which are texts as well.
ATTRIBUTES: Final = _words("""
    alignment-baseline amplitude azimuth baseFrequency baseline-shift bias buffered-rendering clip clip-bounds-jfx
    clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters color-rendering cursor
    cx cy d diffuseConstant direction display divisor dominant-baseline dx dy edgeMode elevation enable-background
    exponent fill fill-opacity fill-rule filter filterRes filterUnits flood-color flood-opacity font font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight fr fx fy
    glyph-orientation-horizontal glyph-orientation-vertical gradientTransform gradientUnits height
    image-rendering in in2 intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning lengthAdjust
    letter-spacing lighting-color limitingConeAngle line-height marker marker-end marker-mid marker-start
    markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits media method mix-blend-mode
    mode numOctaves offset opacity operator order orient overflow paint-order pathLength patternContentUnits
    patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha
    preserveAspectRatio primitiveUnits r radius refX refY rel result rotate rx ry scale seed shape-rendering side
    slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width style surfaceScale tableValues target targetX targetY text-anchor text-decoration
    text-overflow text-rendering textLength transform transform-origin unicode-bidi values vector-effect viewBox
    visibility white-space width word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z
    zoomAndPan
""")

XML: Final = "http://www.w3.org/XML/1998/namespace"
XLINK: Final = "http://www.w3.org/1999/xlink"
#: Attributes of other standards, as expat writes them.
FOREIGN: Final = frozenset(
    {f"{XML} space", f"{XML} lang", *(f"{XLINK} {name}" for name in ("title", "type", "show", "role"))}
)
