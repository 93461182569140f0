def share_size(names, usual=25):
    """The size of the labels beside slices: small when there are many, or when a word would not fit."""
    words = [word for name in names for word in str(name).split(" ")]
    return 22 if len(names) > 8 or max(text_width(word, usual) for word in words) > 195 else usual


def share_labels(shares, amounts, show_values, size):
    """What stands beside each slice: its name, its share and, if asked for, its amount."""
    crowded = len(shares) > 8
    labels = []
    for (name, share), amount in zip(shares.items(), amounts, strict=True):
        amount = f" ({amount})" if show_values else ""
        labels.append(f"{wrapped(str(name), 195, size, lines=1 if crowded else 3)}\n{share_text(share)}{amount}")
    return labels


def first_angle(shares):
    """Where the first slice begins, clockwise from the top: small slices of many meet the right side."""
    small = (shares.cumsum() - shares / 2)[shares < 0.05]
    return float(90 - 360 * small.mean()) % 360 if len(shares) > 8 and len(small) else 0.0


def share_note(table, how, value, category, caption, left_out):
    """What the shares are shares of, and what they leave out."""
    repeated = how == "count" or table.duplicated(["x"]).any()
    word = {"min": "minimum", "max": "maximum"}.get(how, how)
    amount = f"the {word} of {value or 'rows'}" if repeated else value
    hidden = f"Categories of zero or below are left out ({count_text(left_out)})." if left_out else ""
    shares_of = "" if "%" in amount and not repeated else "Shares of "
    return [caption or f"{shares_of}{amount}, by {category}.", hidden]
