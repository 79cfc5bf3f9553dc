// Tables of the document editor: rows, columns, merged cells, widths by dragging, with or without lines. The markup
// carries widths as shares of the line, so that it fits every sheet.
import {
  type CommandProps,
  callOrReturn,
  getExtensionField,
  mergeAttributes,
  Node,
  type ParentConfig,
} from '@tiptap/core'
import type { DOMOutputSpec, Node as PmNode } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  columnResizing,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  goToNextCell,
  mergeCells,
  splitCell,
  TableView,
  tableEditing,
  toggleHeader,
} from '@tiptap/pm/tables'

declare module '@tiptap/core' {
  interface NodeConfig<Options, Storage> {
    tableRole?:
      | string
      | ((this: {
          name: string
          options: Options
          storage: Storage
          parent: ParentConfig<NodeConfig<Options>>['tableRole']
        }) => string)
  }
  interface Commands<ReturnType> {
    table: {
      insertTable: (size: { rows: number; columns: number; plain?: boolean }) => ReturnType
      tableAct: (act: TableAct) => ReturnType
    }
  }
}

const acts = {
  rowBefore: addRowBefore,
  rowAfter: addRowAfter,
  rowDelete: deleteRow,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  columnDelete: deleteColumn,
  merge: mergeCells,
  split: splitCell,
  head: toggleHeader('row'),
  remove: deleteTable,
} as const
export type TableAct = keyof typeof acts

const LEAST_WIDTH = 30

/** Shares of the width in percent; null for columns that nobody has set. */
export function columnShares(table: PmNode): (number | null)[] {
  const widths: number[] = []
  table.firstChild?.forEach((cell) => {
    const { colspan, colwidth } = cell.attrs as { colspan: number; colwidth: number[] | null }
    for (let i = 0; i < colspan; i++) widths.push(colwidth?.[i] ?? 0)
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  const known = widths.every((width) => width > 0)
  return widths.map((width) => (known ? Math.round((width / total) * 10_000) / 100 : null))
}

class LinedView extends TableView {
  constructor(node: PmNode, least: number) {
    super(node, least)
    this.table.dataset.plain = String(node.attrs.plain)
  }
  override update(node: PmNode): boolean {
    const same = super.update(node)
    if (same) this.table.dataset.plain = String(node.attrs.plain)
    return same
  }
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  tableRole: 'table',
  isolating: true,
  addAttributes: () => ({
    plain: {
      default: false,
      parseHTML: (element: HTMLElement) => element.hasAttribute('data-plain'),
      renderHTML: ({ plain }: { plain: boolean }) => (plain ? { 'data-plain': 'true' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML({ node, HTMLAttributes }): DOMOutputSpec {
    const columns = columnShares(node).map(
      (share): DOMOutputSpec => ['col', share === null ? {} : { style: `width: ${share}%` }],
    )
    return ['table', mergeAttributes(HTMLAttributes), ['colgroup', {}, ...columns], ['tbody', 0]]
  },
  extendNodeSchema(extension) {
    const context = { name: extension.name, options: extension.options, storage: extension.storage }
    return { tableRole: callOrReturn(getExtensionField(extension, 'tableRole', context)) }
  },
  addCommands() {
    return {
      insertTable:
        ({ rows, columns, plain = false }) =>
        ({ tr, dispatch, editor }: CommandProps) => {
          const { table, tableRow, tableCell, tableHeader } = editor.schema.nodes
          const row = (head: boolean) =>
            tableRow!.createChecked(
              null,
              Array.from({ length: columns }, () => (head ? tableHeader : tableCell)!.createAndFill()!),
            )
          const made = table!.createChecked(
            { plain },
            Array.from({ length: rows }, (_, i) => row(i === 0 && !plain)),
          )
          if (!dispatch) return true
          const at = tr.selection.from + 1
          tr.replaceSelectionWith(made).scrollIntoView()
          tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size))))
          return true
        },
      tableAct:
        (act) =>
        ({ state, dispatch }: CommandProps) =>
          acts[act](state, dispatch),
    }
  },
  addKeyboardShortcuts() {
    const next = () =>
      this.editor.commands.command(({ state, dispatch }) => goToNextCell(1)(state, dispatch)) ||
      (this.editor.isActive('table') &&
        this.editor
          .chain()
          .tableAct('rowAfter')
          .command(({ state, dispatch }) => goToNextCell(1)(state, dispatch))
          .run())
    return {
      Tab: next,
      'Shift-Tab': () => this.editor.commands.command(({ state, dispatch }) => goToNextCell(-1)(state, dispatch)),
    }
  },
  addProseMirrorPlugins: () => [
    columnResizing({
      cellMinWidth: LEAST_WIDTH,
      defaultCellMinWidth: LEAST_WIDTH,
      View: LinedView,
      lastColumnResizable: false,
    }),
    tableEditing(),
  ],
  onCreate() {
    // Pasted and older tables may lack cells; they are completed before anybody edits them.
    const fixed = fixTables(this.editor.state)
    if (fixed) this.editor.view.dispatch(fixed.setMeta('addToHistory', false))
  },
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  tableRole: 'row',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', mergeAttributes(HTMLAttributes), 0],
})

const spans = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name) ?? 1) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {},
})

const cellAttributes = () => ({
  colspan: spans('colspan'),
  rowspan: spans('rowspan'),
  colwidth: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const widths = element.getAttribute('colwidth')
      return widths && /^\d+(,\d+)*$/.test(widths) ? widths.split(',').map(Number) : null
    },
    renderHTML: ({ colwidth }: { colwidth: number[] | null }) =>
      colwidth ? { colwidth: colwidth.map(Math.round).join(',') } : {},
  },
})

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  tableRole: 'cell',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
})

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  tableRole: 'header_cell',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes), 0],
})

export const tableExtensions = [Table, TableRow, TableCell, TableHeader]
