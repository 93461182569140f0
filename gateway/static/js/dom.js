/** Elements: builds DOM nodes; every text becomes a text node, so nothing that a server says is ever markup. */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "selected", "readOnly", "required"]);

/** `el("p", {class: "hint", on: {click}}, "text", node, null)`; null and false children and attributes are left out. */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same for SVG elements. */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** Replaces what `node` holds. */
export function fill(node, ...children) {
  node.replaceChildren(...wanted(children));
  return node;
}

const FOCUSABLE = "button, select, input, summary, a, [tabindex]";

/** Draws into `root` again; the focus goes back to the control with the same id, or stays near. */
export function redraw(root, ...children) {
  const focused = root.contains(document.activeElement) ? document.activeElement.id : "";
  fill(root, ...children);
  if (focused) (document.getElementById(focused) ?? root.querySelector(FOCUSABLE))?.focus({ preventScroll: true });
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (PROPERTIES.has(name)) node[name] = value;
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...wanted(children));
  // a select takes its value only once it has its options
  if (node.localName === "select" && attributes.value !== undefined) node.value = attributes.value;
  return node;
}

function wanted(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
