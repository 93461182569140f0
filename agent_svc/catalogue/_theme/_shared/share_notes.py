def share_note(table, how, value, category, caption, left_out):
    """What the shares are shares of, and what they leave out."""
    repeated = how == "count" or table.duplicated(["x"]).any()
    word = {"min": "minimum", "max": "maximum"}.get(how, how)
    amount = f"the {word} of {value or 'rows'}" if repeated else value
    hidden = f"Categories of zero or below are left out ({count_text(left_out)})." if left_out else ""
    shares_of = "" if "%" in amount and not repeated else "Shares of "
    return [caption or f"{shares_of}{amount}, by {category}.", hidden]
