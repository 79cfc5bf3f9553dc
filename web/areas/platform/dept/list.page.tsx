// 部门配置: the whole tree with its head-counts; departments are made, changed, moved, ordered and deleted here.
import { Button, Input, Table } from 'antd'
import {
  ArrowDownUp,
  ChevronDown,
  ChevronRight,
  ChevronsDownUp,
  ChevronsUpDown,
  Plus,
  Printer,
  RotateCw,
  Search,
} from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { DEPT_LEVELS, type DeptFlat, type DeptNode, dept } from '#contract/platform/dept'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf, type ListHandle, type RowAction } from '#web/kit/list/acts'
import { ExportButton } from '#web/kit/list/exporting'
import { printList } from '#web/kit/list/printing'
import { actsWidth, RowActions } from '#web/kit/list/RowActions'
import { Standing } from '#web/kit/list/standing'
import { usePageState, useReopened } from '#web/kit/open'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { Allowed, useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { sheetColumns, treeColumns } from './columns.tsx'
import { editDept, newDept } from './form.ts'
import '#web/kit/list/list.css'
import './dept.css'

const flatten = (nodes: readonly DeptNode[]): DeptNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])

/** Brothers to be put in order: those below a department, or the roots. */
interface Sorting {
  parent: DeptFlat | null
  items: readonly DeptNode[]
}

const NOTHING: DeptNode[] = []

export default function DeptList() {
  const may = useMay()
  const [wanted, setWanted] = usePageState('dept-search', '')
  const [typed, setTyped] = useState(wanted)
  const [folded, setFolded] = usePageState<readonly string[]>('dept-folded', [])
  const [form, setForm] = useState<FormRequest | null>(null)
  const [shownForm, setShownForm] = useState<FormRequest | null>(null)
  if (form && form !== shownForm) setShownForm(form)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [record, setRecord] = useState<NamedRecord | null>(null)

  const whole = useCall(dept.calls.list, {}, { keepPrevious: true })
  const found = useCall(dept.calls.list, { deptName: wanted }, { enabled: wanted !== '', keepPrevious: true })
  const answer = wanted === '' ? whole : found
  const all = (whole.data?.list ?? NOTHING) as DeptNode[]
  const tree = (answer.data?.list ?? NOTHING) as DeptNode[]
  const rows = useMemo(() => flatten(tree), [tree])
  const refresh = () => {
    void whole.refetch()
    if (wanted !== '') void found.refetch()
  }
  useReopened(refresh)

  const sort = useAct(dept.calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      setSorting(null)
    },
  })
  const list: ListHandle = {
    openForm: setForm,
    refresh,
    clearSelection: () => undefined,
    filter: { deptName: wanted },
    total: rows.length,
  }
  const openNew = (parent: DeptFlat | null) =>
    void newDept(parent)
      .then(setForm)
      // The toast has said why; without a number the form would only be refused.
      .catch(() => undefined)

  const actions: RowAction<DeptNode>[] = [
    {
      title: '新增下级',
      needs: dept.calls.create.needs,
      when: (row) => row.level < DEPT_LEVELS,
      onClick: (row) => openNew(row),
    },
    { title: '编辑', needs: dept.calls.update.needs, form: (row) => editDept(row, all) },
    {
      title: '下级排序',
      needs: dept.calls.sort.needs,
      when: (row) => (row.children?.length ?? 0) > 1 && wanted === '',
      onClick: (row) => setSorting({ parent: row, items: row.children ?? [] }),
    },
    recordLogAction(setRecord, (row) => ({ type: 'dept', id: row.deptId, title: row.deptName })),
    actionOf(dept.calls.remove, {
      title: '删除',
      danger: true,
      input: (row: DeptNode) => ({ deptId: row.deptId }),
      confirm: (row) => ({
        title: `删除部门“${row.deptName}”？`,
        effects: [
          '还有员工、房间、老人或下级部门时不能删除',
          '其他人的数据范围里将不再有它；正在这个部门工作的人需要重新登录',
          '不能撤销，只能重新新增',
        ],
        verb: '删除部门',
        safe: '不删除',
      }),
      done: (row) => `已删除“${row.deptName}”`,
    }),
  ]

  const search = (event: FormEvent) => {
    event.preventDefault()
    setWanted(typed.trim())
    setFolded([])
  }
  const clear = () => {
    setTyped('')
    setWanted('')
  }
  const items = useMemo(
    () => sorting?.items.map((one) => ({ id: one.deptId, title: one.deptName, note: one.deptKey })),
    [sorting],
  )
  const branches = rows.filter((row) => row.children).map((row) => row.deptId)
  const width = actsWidth(rows, actions, may)
  const staff = rows.reduce((sum, row) => sum + (row.empCount ?? 0), 0)
  const words = wanted === '' ? '' : `部门：${wanted}`
  const query = { flat: 1, ...(wanted !== '' && { deptName: wanted }) }

  return (
    <div className="yy-list yy-stack yy-flex-1">
      <section className="yy-card yy-stack yy-flex-1 yy-low yy-hidden">
        <form className="yy-search yy-pad-12-16 yy-flex yy-gap-16 yy-fixed yy-under" role="search" onSubmit={search}>
          <div className="yy-search-items yy-wrap yy-grow">
            <div className="yy-search-item yy-row yy-gap-8 yy-narrow">
              <label className="yy-fixed yy-soft-ink" htmlFor="dept-search">
                部门
              </label>
              <span style={{ width: 260 }}>
                <Input
                  id="dept-search"
                  allowClear
                  prefix={<Search size={15} aria-hidden />}
                  placeholder="名称、编号或拼音首字母"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </span>
            </div>
          </div>
          <div className="yy-search-acts yy-row yy-gap-8 yy-fixed">
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button onClick={clear}>重置</Button>
          </div>
        </form>
        <div className="yy-list-tools yy-row yy-wrap yy-fixed" role="toolbar" aria-label="部门操作">
          <Allowed needs={dept.calls.create.needs}>
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => openNew(null)}>
              新增一级部门
            </Button>
          </Allowed>
          <ExportButton
            call={dept.calls.list}
            title="部门"
            query={query}
            columns={sheetColumns.list}
            total={rows.length}
          />
          <Button
            icon={<Printer size={15} aria-hidden />}
            disabled={rows.length === 0}
            onClick={() =>
              void printList({
                call: dept.calls.list,
                title: '部门',
                query,
                columns: sheetColumns.list,
                words,
                total: rows.length,
                unit: '个',
              })
            }
          >
            打印
          </Button>
          {tree.length > 1 && wanted === '' && (
            <Allowed needs={dept.calls.sort.needs}>
              <Button
                icon={<ArrowDownUp size={15} aria-hidden />}
                onClick={() => setSorting({ parent: null, items: tree })}
              >
                一级排序
              </Button>
            </Allowed>
          )}
          <span className="yy-inline yy-gap-4 yy-narrow yy-push yy-one-line">
            <Button
              type="text"
              icon={
                folded.length > 0 ? <ChevronsUpDown size={16} aria-hidden /> : <ChevronsDownUp size={16} aria-hidden />
              }
              disabled={branches.length === 0}
              onClick={() => setFolded(folded.length > 0 ? [] : branches)}
            >
              {folded.length > 0 ? '全部展开' : '全部收起'}
            </Button>
            <Button
              type="text"
              icon={<RotateCw size={16} className={answer.isFetching ? 'yy-spin' : undefined} aria-hidden />}
              onClick={refresh}
            >
              刷新
            </Button>
          </span>
        </div>
        <div className="yy-list-table yy-dept-table" role="region" aria-label="部门">
          <Table<DeptNode>
            size="small"
            rowKey="deptId"
            pagination={false}
            dataSource={tree}
            columns={[
              ...treeColumns.list.map((column, index) => ({
                key: column.key,
                title: column.title,
                width: column.width,
                align: column.align,
                ellipsis: { showTitle: false },
                ...(index === 0 && { fixed: 'start' as const }),
                render: (_: unknown, row: DeptNode) => column.cell(row as never),
              })),
              {
                key: '$acts',
                title: '操作',
                width,
                fixed: 'end' as const,
                render: (_: unknown, row: DeptNode) => (
                  <RowActions row={row} actions={actions} may={may} list={list} heading={row.deptName} />
                ),
              },
            ]}
            scroll={{ x: treeColumns.list.reduce((sum, column) => sum + column.width, width), y: '100%' }}
            expandable={{
              expandedRowKeys: branches.filter((id) => !folded.includes(id)),
              onExpand: (open, row) =>
                setFolded(open ? folded.filter((id) => id !== row.deptId) : [...folded, row.deptId]),
              indentSize: 24,
              expandIcon: ({ expanded, onExpand, record: row }) =>
                row.children ? (
                  <button
                    type="button"
                    className="yy-dept-fold yy-no-border yy-no-ground yy-inline yy-middle yy-no-padding yy-soft-ink yy-round"
                    aria-expanded={expanded}
                    aria-label={`${expanded ? '收起' : '展开'}${row.deptName}的下级`}
                    onClick={(event) => onExpand(row, event)}
                  >
                    {expanded ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
                  </button>
                ) : (
                  <span className="yy-dept-fold yy-no-border yy-no-ground yy-inline yy-middle yy-no-padding yy-soft-ink yy-round" />
                ),
            }}
            onRow={(row) => ({
              onDoubleClick: () => {
                if (may(dept.calls.update.needs)) setForm(editDept(row, all))
              },
            })}
            locale={{
              emptyText: (
                <Standing
                  waiting={answer.isPending}
                  error={answer.data ? null : answer.error}
                  title="部门"
                  words={words}
                  rows={10}
                  rowHeight={40}
                  columns={treeColumns.list.length}
                  empty={{ title: '还没有部门', text: '先建一级部门，再在它下面建护理组；员工、房间都挂在部门下。' }}
                  onRetry={refresh}
                  onClear={clear}
                  create={
                    may(dept.calls.create.needs) ? { title: '新增一级部门', onClick: () => openNew(null) } : undefined
                  }
                  pastEnd={false}
                  onFirst={() => undefined}
                />
              ),
            }}
          />
        </div>
        <footer className="yy-list-foot yy-over yy-row yy-wrap yy-fixed yy-one-line">
          <span aria-live="polite">
            共 {rows.length} 个部门{staff > 0 && `，${staff} 名员工`}
          </span>
        </footer>
      </section>
      {shownForm && <FormDrawer {...shownForm.props} open={form !== null} onClose={() => setForm(null)} />}
      <SortDrawer
        open={sorting !== null}
        title={sorting?.parent ? `“${sorting.parent.deptName}”的下级排序` : '一级部门排序'}
        items={items}
        saving={sort.running}
        onSave={(ids) => void sort.run({ sorts: ids.map((deptId, i) => ({ deptId, sort: i + 1 })) })}
        onClose={() => setSorting(null)}
      />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </div>
  )
}
