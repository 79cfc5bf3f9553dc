// The types at the left of the list: chosen, added, renamed, sorted and deleted here.
import { Button, Dropdown, Tooltip } from 'antd'
import { ArrowUpDown, EllipsisVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import { type FormTypeData, formTemplate } from '#contract/systemSetting/formTemplate'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const { calls } = formTemplate
const ALL = {}

export const useFormTypes = () => useCall(calls.types, ALL)

interface TypesProps {
  chosen: string | null
  onChoose(typeId: string | null): void
}

async function remove(type: FormTypeData): Promise<boolean> {
  const answer = await confirmAct({
    title: `删除表单类型“${type.typeName}”？`,
    effects: ['类型里没有模板才能删除', '不能撤销，可以再建同名的类型'],
    verb: '删除类型',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(calls.removeType, { typeId: type.typeId }, options),
  })
  if (answer === null) return false
  toast.success(`已删除类型“${type.typeName}”`)
  void invalidate(formTemplate)
  return true
}

export function FormTypes({ chosen, onChoose }: TypesProps) {
  const may = useMay()
  const edits = may(calls.saveType.needs)
  const answer = useFormTypes()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<FormTypeData | null>(null)
  const [renamed, setRenamed] = useState<FormTypeData | null>(null)
  if (renaming && renaming !== renamed) setRenamed(renaming)
  const [sorting, setSorting] = useState(false)
  const sort = useAct(calls.sortTypes, {
    onDone: () => {
      toast.success('顺序已保存')
      setSorting(false)
    },
  })
  const types = answer.data?.list
  const total = types?.reduce((sum, type) => sum + type.templateCount, 0)

  const row = (key: string | null, name: string, count: number | undefined, menu?: FormTypeData) => (
    <li key={key ?? 'all'} className={classes('yy-ft-type yy-row yy-round yy-hover', chosen === key && 'is-chosen')}>
      <button
        type="button"
        className="yy-ft-type-name yy-left yy-round yy-row yy-gap-8 yy-grow yy-bare"
        aria-pressed={chosen === key}
        onClick={() => onChoose(key)}
      >
        <span className="yy-flex-1 yy-ellipsis" title={name}>
          {name}
        </span>
        <small className="yy-second yy-small yy-light">{count}</small>
      </button>
      {menu && edits && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'rename', label: '改名', onClick: () => setRenaming(menu) },
              { type: 'divider' },
              {
                key: 'remove',
                label: '删除…',
                danger: true,
                onClick: async () => {
                  if ((await remove(menu)) && chosen === menu.typeId) onChoose(null)
                },
              },
            ],
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<EllipsisVertical size={15} aria-hidden />}
            aria-label={`${name}的操作`}
          />
        </Dropdown>
      )}
    </li>
  )

  return (
    <section className="yy-card yy-ft-types yy-low yy-scroll yy-stack" aria-label="表单类型">
      <header>
        <h3>表单类型</h3>
        {edits && (
          <span>
            <Tooltip title="排序">
              <Button
                type="text"
                size="small"
                icon={<ArrowUpDown size={15} aria-hidden />}
                aria-label="类型排序"
                disabled={(types?.length ?? 0) < 2}
                onClick={() => setSorting(true)}
              />
            </Tooltip>
            <Tooltip title="新增类型">
              <Button
                type="text"
                size="small"
                icon={<Plus size={16} aria-hidden />}
                aria-label="新增类型"
                onClick={() => setAdding(true)}
              />
            </Tooltip>
          </span>
        )}
      </header>
      {answer.isPending && <BlockBones lines={6} />}
      {answer.error && !types && (
        <ErrorBlock what="表单类型" error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {types?.length === 0 && (
        <Empty
          title="还没有表单类型"
          text="先建一个类型，再在里面做表单。"
          acts={
            edits && (
              <Button type="primary" onClick={() => setAdding(true)}>
                新增类型
              </Button>
            )
          }
        />
      )}
      {types && types.length > 0 && (
        <ul>
          {row(null, '全部', total)}
          {types.map((type) => row(type.typeId, type.typeName, type.templateCount, type))}
        </ul>
      )}
      <FormDrawer
        open={adding}
        call={calls.addType}
        title="新增表单类型"
        columns={1}
        fields={{ typeName: { placeholder: '如：入院与评估' } }}
        done="类型已新增"
        onDone={(type) => onChoose(type.typeId)}
        onClose={() => setAdding(false)}
      />
      {renamed && (
        <FormDrawer
          open={renaming !== null}
          call={calls.saveType}
          title={`表单类型“${renamed.typeName}”改名`}
          columns={1}
          fields={{ typeName: {} }}
          initial={{ typeName: renamed.typeName }}
          also={{ typeId: renamed.typeId, version: renamed.version }}
          reload={async () => {
            const now = (await send(calls.types, {})).list.find((type) => type.typeId === renamed.typeId)
            return {
              values: { typeName: now?.typeName ?? '' },
              also: { typeId: renamed.typeId, version: now?.version ?? null },
            }
          }}
          onClose={() => setRenaming(null)}
        />
      )}
      <SortDrawer
        open={sorting}
        title="表单类型排序"
        items={types?.map((type) => ({ id: type.typeId, title: type.typeName, note: `${type.templateCount} 份` }))}
        saving={sort.running}
        onSave={(ids) => void sort.run({ sorts: ids.map((typeId, i) => ({ typeId, sort: i + 1 })) })}
        onClose={() => setSorting(false)}
      />
    </section>
  )
}
