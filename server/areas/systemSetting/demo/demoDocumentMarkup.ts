// The demo's document templates are written as plain lines; here they become the markup the editor makes.
//   # heading   ## section   = line without indent   - numbered   | a | b table row   || a || b row without lines
//   ~ page break   {占位符}   [[签字人]]   *bold*   anything else: a paragraph with an indent

const inline = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\{([^}]+)\}/g, '<span data-placeholder="$1">$1</span>')
    .replace(/\[\[([^\]]+)\]\]/g, '<span data-signature="$1">$1：</span>')
    .replace(/\*([^*]+)\*/g, '<strong>$1</strong>')

const cells = (row: string, mark: string) =>
  row
    .slice(mark.length)
    .split(mark)
    .map((cell) => cell.trim())

function table(rows: readonly string[], mark: string): string {
  const plain = mark === '||'
  const made = rows.map((row, i) => {
    const tag = i === 0 && !plain ? 'th' : 'td'
    const inside = cells(row, mark).map((cell) => {
      const lines = cell.split('//').map((line) => `<p>${inline(line.trim())}</p>`)
      return `<${tag}>${lines.join('')}</${tag}>`
    })
    return `<tr>${inside.join('')}</tr>`
  })
  const width = Math.round(10_000 / cells(rows[0]!, mark).length) / 100
  const columns = cells(rows[0]!, mark).map(() => `<col style="width: ${width}%">`)
  return `<table${plain ? ' data-plain="true"' : ''}><colgroup>${columns.join('')}</colgroup><tbody>${made.join('')}</tbody></table>`
}

function lineOf(line: string): string {
  if (line === '~') return '<div data-page-break="true"></div>'
  if (line.startsWith('# ')) return `<h1 style="text-align: center">${inline(line.slice(2))}</h1>`
  if (line.startsWith('## ')) return `<h2>${inline(line.slice(3))}</h2>`
  if (line.startsWith('= ')) return `<p>${inline(line.slice(2))}</p>`
  if (line.startsWith('> ')) return `<p style="text-align: right">${inline(line.slice(2))}</p>`
  return `<p style="text-indent: 2em">${inline(line)}</p>`
}

const markOf = (line: string) =>
  line.startsWith('||') ? '||' : line.startsWith('| ') ? '|' : line.startsWith('- ') ? '-' : ''

/** Lines of one kind that follow each other belong together: rows of a table, items of a list. */
export function documentMarkup(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const out: string[] = []
  for (let i = 0; i < lines.length; ) {
    const mark = markOf(lines[i]!)
    if (mark === '') {
      out.push(lineOf(lines[i]!))
      i += 1
      continue
    }
    let end = i
    while (end < lines.length && markOf(lines[end]!) === mark) end += 1
    const group = lines.slice(i, end)
    out.push(
      mark === '-'
        ? `<ol>${group.map((line) => `<li><p>${inline(line.slice(2))}</p></li>`).join('')}</ol>`
        : table(group, mark),
    )
    i = end
  }
  return out.join('')
}
