import numpy as np

NUMBER_MARKS = [",", "."]  # between thousands, before decimals


def use_numbers(number_format):
    """Write numbers from here on as this one is: 1,234.5 or 1.234,5 or 1 234,5 or 1’234.5."""
    if number_format != "auto":
        NUMBER_MARKS[:] = number_format[1].replace(" ", "\u202f"), number_format[5]


def marked(text):
    """The text of a number such as 1,234.5 with the marks in use."""
    return text.translate(str.maketrans(",.", "".join(NUMBER_MARKS)))


def count_text(number):
    """How many there are, in full."""
    return marked(f"{number:,}")


def share_text(share):
    """A part of one, in percent."""
    return marked(f"{100 * share:.1f} %")


def number_text(value, step, largest):
    """A number as people write it, 1,200 or 3.4 M or 2×10⁻⁷; step and largest number decide how."""

    def decimals(size):
        return next((d for d in range(12) if abs(round(size, d) - size) <= 1e-6 * size), 12)

    value = 0.0 if abs(value) < step * 1e-6 else value
    if largest >= 1e15 or 1e-300 < largest < 1e-3:
        power = int(np.floor(np.log10(largest)))
        raised = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        text = f"{value / 10.0**power:.{min(decimals(step / 10.0**power), 4)}f}×10{raised}" if value else "0"
    else:
        # Billions and trillions are others, and T is a thousand, where numbers are not written as in English.
        english = NUMBER_MARKS[0] == ","
        units = ((1e12, " T" if english else "×10¹²"), (1e9, " bn" if english else "×10⁹"), (1e6, " M"))
        scale, unit = next((u for u in units if largest >= u[0] and decimals(step / u[0]) <= 3), (1.0, ""))
        text = f"{value / scale:,.{decimals(step / scale)}f}{unit}" if value or not unit else "0"
    return marked(text.replace("-", "−", 1))


def value_texts(values):
    """The numbers as short labels with the same decimals, those that they have: about three digits for the largest."""
    sizes = np.abs(np.asarray(values, dtype=float))
    largest = float(np.nanmax(sizes, initial=0.0))
    if (sizes[sizes > 0] < largest / 200).any():
        return [value_texts([value])[0] for value in values]
    step = 10.0 ** (np.floor(np.log10(largest)) - 2) if largest else 1.0
    known = sizes[~np.isnan(sizes)]
    written = next((10.0**-d for d in range(3) if np.allclose(np.round(known, d), known, 1e-9, 0)), 0.0)
    step = max(step, 1.0) if largest >= 1e6 else max(min(step, 1.0), written)
    return ["" if np.isnan(value) else number_text(value, step, largest) for value in values]
