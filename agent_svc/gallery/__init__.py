"""The gallery: every chart of the catalogue drawn in both themes, on one page with what the gates say."""
