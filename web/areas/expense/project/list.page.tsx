// 收费项目: the items at the left, their children with prices at the right.
import { Button, Dropdown, Tooltip } from 'antd'
import { ArrowDownUp, EllipsisVertical, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { feeChild } from '#contract/expense/feeChild'
import { type ProjectData, project } from '#contract/expense/project'
import { projectChild } from '#contract/expense/projectChild'
import { ChildList } from '#web/areas/expense/projectChild/childList.part'
import { send } from '#web/kit/call'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { usePageState } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import '#web/areas/expense/projectChild/child.css'

const ALL = { page: 1, size: 999 }

const fields = {
  projectName: { wide: true },
  category: { as: dictionaryOf('feeCategory'), hint: '决定账单和报表里归到哪一类' },
  enabled: { title: '启用', hint: '停用后其下的子项都不能再选' },
} as const

const newProject = (onDone: (row: ProjectData) => void): FormRequest =>
  formOf(project.calls.add, {
    title: '新增收费项目',
    initial: { enabled: true },
    fields,
    done: '已新增收费项目',
    onDone,
  })

const valuesOf = ({ projectName, category, enabled }: ProjectData) => ({ projectName, category, enabled })

const editProject = (row: ProjectData): FormRequest =>
  editOf(project.calls.save, row, {
    title: '修改收费项目',
    about: row.projectName,
    fields,
    touches: [projectChild, feeChild],
    values: valuesOf,
    also: (one) => ({ projectId: one.projectId, version: one.version }),
    again: () => send(project.calls.get, { projectId: row.projectId }),
  })

async function remove(row: ProjectData): Promise<boolean> {
  return confirmCall(project.calls.remove, {
    input: { projectId: row.projectId },
    title: `删除收费项目“${row.projectName}”？`,
    effects: ['还有子项的不能删除', '删除后不能恢复；不再使用的可以停用'],
    verb: '删除项目',
    safe: '不删除',
    danger: true,
    done: `已删除“${row.projectName}”`,
  })
}

function ProjectSort({ rows, open, onClose }: { rows: readonly ProjectData[]; open: boolean; onClose(): void }) {
  const act = useAct(project.calls.sort, {
    touches: [projectChild, feeChild],
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  const items = useMemo(
    () => rows.map((row) => ({ id: row.projectId, title: row.projectName, note: row.categoryName })),
    [rows],
  )
  return (
    <SortDrawer
      open={open}
      title="收费项目排序"
      items={items}
      saving={act.running}
      onSave={(ids) => void act.run({ sorts: ids.map((projectId, i) => ({ projectId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

interface ItemProps {
  row: ProjectData
  on: boolean
  onChoose(): void
  onEdit(): void
  onRemove(): void
}

function Item({ row, on, onChoose, onEdit, onRemove }: ItemProps) {
  const may = useMay()
  const items = [
    ...(may(project.calls.save.needs) ? [{ key: 'edit', label: '修改', onClick: onEdit }] : []),
    ...(may(project.calls.remove.needs) ? [{ key: 'remove', label: '删除…', danger: true, onClick: onRemove }] : []),
  ]
  const classes = ['yy-fee-item', on && 'yy-fee-on', !row.enabled && 'yy-fee-off'].filter(Boolean).join(' ')
  return (
    <div className={classes}>
      <button type="button" aria-current={on} onClick={onChoose} title={row.categoryName}>
        <b>{row.projectName}</b>
        {!row.enabled && <small>已停用</small>}
        <small>{row.childCount}</small>
      </button>
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            icon={<EllipsisVertical size={15} aria-hidden />}
            aria-label={`${row.projectName}的操作`}
          />
        </Dropdown>
      )}
    </div>
  )
}

export default function Projects() {
  const may = useMay()
  const all = useLoaded(project.calls.list, ALL, { what: '收费项目', lines: 10, keepPrevious: true })
  const [chosenId, setChosenId] = usePageState<string | null>('feeProject', null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [sorting, setSorting] = useState(false)
  const rows = all.data?.list ?? []
  const chosen = rows.find((row) => row.projectId === chosenId) ?? null
  return (
    <div className="yy-fee yy-tall yy-grid yy-gap-12">
      <section className="yy-card yy-fee-rail yy-stack yy-low yy-hidden">
        <header className="yy-row yy-between yy-fixed yy-under">
          <b>收费项目</b>
          <span>
            {may(project.calls.sort.needs) && (
              <Tooltip title="排序">
                <Button
                  type="text"
                  icon={<ArrowDownUp size={15} aria-hidden />}
                  aria-label="收费项目排序"
                  onClick={() => setSorting(true)}
                />
              </Tooltip>
            )}
            {may(project.calls.add.needs) && (
              <Button
                type="primary"
                size="small"
                icon={<Plus size={15} aria-hidden />}
                onClick={() => setForm(newProject((row) => setChosenId(row.projectId)))}
              >
                新增
              </Button>
            )}
          </span>
        </header>
        <nav className="yy-flex-1 yy-low yy-scroll" aria-label="收费项目">
          {!all.data ? (
            all.state
          ) : (
            <div className={chosen === null ? 'yy-fee-item yy-fee-on' : 'yy-fee-item'}>
              <button type="button" aria-current={chosen === null} onClick={() => setChosenId(null)}>
                <b>全部</b>
                <small>{rows.reduce((sum, row) => sum + row.childCount, 0)}</small>
              </button>
            </div>
          )}
          {rows.map((row) => (
            <Item
              key={row.projectId}
              row={row}
              on={row.projectId === chosen?.projectId}
              onChoose={() => setChosenId(row.projectId)}
              onEdit={() => setForm(editProject(row))}
              onRemove={() => void remove(row).then((done) => done && setChosenId(null))}
            />
          ))}
        </nav>
      </section>
      <ChildList projectId={chosen?.projectId ?? null} projectName={chosen?.projectName ?? null} />
      <FormHost form={form} onClose={() => setForm(null)} />
      <ProjectSort rows={rows} open={sorting} onClose={() => setSorting(false)} />
    </div>
  )
}
