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
