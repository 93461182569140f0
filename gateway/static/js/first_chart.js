/** The first chart: why some tables have none, and what to do about it. */

/** What `columns` (the profile of data for which no chart is suggested) lack, as sentences. */
export function lacking(columns, rows) {
  const filled = columns.filter(({ unique }) => unique > 0);
  return `No chart is suggested: ${reason(filled, rows)} Or choose a chart below all the same.`;
}

function reason(columns, rows) {
  const only = (type) => columns.every((column) => column.type === type);
  if (columns.length === 0) return "all cells are empty. Paste the table again, with its values.";
  if (only("date"))
    return "there are only dates. Add a column of what was measured on them, or of what happened, and paste the table again.";
  if (columns.every(({ unique }) => unique === 1))
    return `${rows === 1 ? "there is only one row" : "all rows are alike"}. Add rows that differ, and paste the table again.`;
  if (columns.every(({ type }) => type !== "number"))
    return (
      "each row has words of its own, so that nothing can be counted or measured. Add a column of numbers, or of words " +
      "that repeat, such as a group; if a column holds numbers, “How the table was read” says why it is text."
    );
  return (
    "the numbers only name or number the rows, so that nothing is measured. Add a column of values, and paste the table " +
    "again; if they are values, give their column another name under “Change the data”."
  );
}
