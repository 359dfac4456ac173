/** A text with the lines between `<!-- name:start -->` and `<!-- name:end -->` replaced. */
export const replaceBlock = (text: string, name: string, content: string): string => {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`the text has no block ${start} … ${end}`)
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`
}
