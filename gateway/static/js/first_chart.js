/** The first chart: what a session without one begins with, so that there is a picture to improve on. */

const PLAIN = ["scatter", "bar", "histogram"]; // two numbers, a number by category, one number

/** The id of the best suggestion, else of a plain chart that the columns can fill, else null. */
export function firstChart(suggestions, charts, columns) {
  if (suggestions.length) return suggestions[0].chart;
  const rank = ({ id }) => (PLAIN.includes(id) ? PLAIN.indexOf(id) : PLAIN.length);
  const candidates = charts.toSorted((a, b) => rank(a) - rank(b));
  return candidates.find((chart) => canFill(chart, columns))?.id ?? null;
}

function canFill(chart, columns) {
  const free = [...columns];
  return chart.roles
    .filter((role) => role.required)
    .every((role) => {
      const at = free.findIndex((column) => role.types.includes(column.type));
      return at >= 0 && free.splice(at, 1).length === 1;
    });
}
