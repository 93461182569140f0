/** The kinds of data steps: what each asks for, as fields of a form. What a step may be is the services' to say. */

const HOW = [
  ["mean", "mean"],
  ["sum", "sum"],
  ["median", "median"],
  ["min", "smallest"],
  ["max", "largest"],
  ["count", "number of values"],
  ["unique", "number of different values"],
  ["std", "standard deviation"],
  ["first", "first"],
  ["last", "last"],
];
const MARKS = [
  [null, "As the texts show"],
  ["point", "A point"],
  ["comma", "A comma"],
];
const TYPES = [
  ["number", "number"],
  ["date", "date"],
  ["text", "text"],
  ["boolean", "yes/no"],
];
const INTERVALS = ["hour", "day", "week", "month", "quarter", "year"].map((each) => [each, each]);
const EXPRESSION =
  "Columns in square brackets, such as [Dose (mg)] * 2, with + − * / % ^ and round, sqrt, log, year, month, lower …";

/** Tests of a filter by the column's type; those of `NO_VALUE` take none, those of `LISTS` several values. */
export const TESTS = [
  ["equal", "is", "number date text boolean"],
  ["not_equal", "is not", "number date text boolean"],
  ["less", "is less than", "number date"],
  ["at_most", "is at most", "number date"],
  ["greater", "is greater than", "number date"],
  ["at_least", "is at least", "number date"],
  ["contains", "contains", "text"],
  ["one_of", "is one of", "number date text"],
  ["none_of", "is none of", "number date text"],
  ["present", "is not missing", "number date text boolean"],
  ["missing", "is missing", "number date text boolean"],
];
export const NO_VALUE = new Set(["missing", "present"]);
export const LISTS = new Set(["one_of", "none_of"]);

/** `[op, title, fields]`; a field is `{name, label, kind, …}` for `stepField`. */
export const OPS = [
  ["filter", "Keep some rows", [{ name: "column", label: "Where", kind: "test" }]],
  [
    "sort",
    "Sort rows",
    [
      { name: "columns", label: "By", kind: "ordered" },
      { name: "descending", label: "Order", kind: "choice", choices: yesNo("Smallest first", "Largest first") },
    ],
  ],
  [
    "top_n",
    "Keep the largest",
    [
      { name: "column", label: "Values in", kind: "column", types: ["number", "date"] },
      { name: "n", label: "How many rows", kind: "whole", value: 10, min: 1, max: 10_000 },
      { name: "smallest", label: "Which", kind: "choice", choices: yesNo("The largest", "The smallest") },
    ],
  ],
  [
    "aggregate",
    "Summarise groups",
    [
      { name: "by", label: "One row for each", kind: "several" },
      { name: "values", label: "With", kind: "measures", how: HOW, hint: "None: the rows of each group are counted." },
    ],
  ],
  [
    "resample",
    "Summarise over time",
    [
      { name: "column", label: "Dates in", kind: "column", types: ["date"] },
      { name: "interval", label: "One row for each", kind: "choice", choices: INTERVALS, value: "month" },
      { name: "values", label: "With", kind: "measures", how: HOW, hint: "None: the rows are counted." },
      { name: "by", label: "And for each", kind: "several", optional: true },
    ],
  ],
  [
    "pivot",
    "Rows to columns",
    [
      { name: "columns", label: "A new column for each text of", kind: "column", types: ["text", "boolean"] },
      { name: "values", label: "Filled from", kind: "column" },
      { name: "how", label: "Taking the", kind: "choice", choices: HOW },
      { name: "rows", label: "One row for each", kind: "several" },
    ],
  ],
  [
    "melt",
    "Columns to rows",
    [
      { name: "columns", label: "Columns to stack", kind: "several" },
      { name: "keep", label: "Columns to keep beside them", kind: "several", optional: true },
      { name: "name", label: "Name of the column of names", kind: "text", value: "Name" },
      { name: "value", label: "Name of the column of values", kind: "text", value: "Value" },
    ],
  ],
  [
    "derive",
    "Compute a column",
    [
      { name: "name", label: "Its name", kind: "text" },
      { name: "expression", label: "Computed as", kind: "text", hint: EXPRESSION },
    ],
  ],
  [
    "rename",
    "Rename a column",
    [
      { name: "column", label: "Column", kind: "column" },
      { name: "to", label: "New name", kind: "text" },
    ],
  ],
  ["drop", "Leave columns out", [{ name: "columns", label: "Columns", kind: "several" }]],
  [
    "fill",
    "Fill missing cells",
    [
      { name: "column", label: "In", kind: "filling" },
      { name: "by", label: "From rows of the same", kind: "several", optional: true },
    ],
  ],
  [
    "change_type",
    "Change a type",
    [
      { name: "column", label: "Read", kind: "column" },
      { name: "type", label: "As", kind: "choice", choices: TYPES },
      { name: "decimal_mark", label: "Decimal mark of texts", kind: "choice", choices: MARKS },
    ],
  ],
];

/** How the missing cells of a column are filled. */
export const FILLINGS = [
  ["value", "with a value", "number date text boolean"],
  ["previous", "with the value above", "number date text boolean"],
  ["next", "with the value below", "number date text boolean"],
  ["mean", "with the mean", "number"],
  ["median", "with the median", "number"],
];

/** The body of the request: what the form says, in the shape that the op takes. */
export function stepOf(op, said) {
  if (op !== "rename") return { op, ...said };
  return { op, names: { [said.column]: said.to } };
}

function yesNo(no, yes) {
  return [
    [false, no],
    [true, yes],
  ];
}
