import { ArrowDownUp, Columns2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Fen, fen } from '#contract/kit/money'
import { LEVEL_NEEDS, type LevelData, level, NursingGrade } from '#contract/nursing/level'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { money } from '#web/kit/fields/money'
import { int } from '#web/kit/fields/number'
import { onOff, optionField } from '#web/kit/fields/option'
import { keyword, longText, person } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { LevelCompare } from './compare.part.tsx'
import { LevelProjectsDrawer } from './projects.part.tsx'

const cols = columns(level.calls.list, {
  levelName: {
    title: '护理等级',
    as: person,
    width: 200,
    sort: true,
    search: { field: 'levelName', as: keyword, placeholder: '名称或拼音首字母' },
  },
  grade: { title: '级别', as: optionField(NursingGrade), width: 90 },
  priceFen: { title: '每月价格（元）', as: money, width: 140, sort: true },
  projectCount: { title: '护理项目', as: int, width: 100 },
  residents: { title: '在住老人', as: int, width: 100, sum: true },
  enabled: { title: '状态', as: onOff },
  remark: { title: '说明', as: longText, width: 220 },
  createTime: { title: '创建时间', as: datetime, hidden: true },
})

type May = (needs: string) => boolean

/** Each part of the form for who may change it. */
const fieldsFor = (may: May) => ({
  ...(may(LEVEL_NEEDS.edit) && {
    levelName: { placeholder: '最多 20 个字，如 半护理（二级护理）', wide: true },
    grade: { as: optionField(NursingGrade), wide: true, hint: '交接班按它数特级、一级老人，并提醒床旁交接' },
  }),
  ...(may(LEVEL_NEEDS.price) && {
    priceFen: { as: money, wide: true, hint: '新约定的老人按此价；已约定的老人不变' },
  }),
  ...(may(LEVEL_NEEDS.edit) && {
    remark: { as: longText, wide: true, placeholder: '适合哪些老人' },
    enabled: { as: onOff, wide: true, hint: '停用后不能再评为这个等级，已有的老人照常' },
  }),
})

const valuesOf = (row: LevelData) => ({
  levelName: row.levelName,
  grade: row.grade,
  ...(row.priceFen !== null && { priceFen: fen(row.priceFen) as Fen }),
  remark: row.remark,
  enabled: row.enabled,
})

const editFor =
  (may: May) =>
  (row: LevelData): FormRequest =>
    editOf(level.calls.save, row, {
      title: '修改护理等级',
      about: row.levelName,
      fields: fieldsFor(may),
      values: valuesOf,
      // What the form does not show is sent as it is.
      also: (one) => ({
        ...(!may(LEVEL_NEEDS.edit) && {
          levelName: one.levelName,
          grade: one.grade,
          remark: one.remark,
          enabled: one.enabled,
        }),
        levelId: one.levelId,
        version: one.version,
      }),
      again: () => send(level.calls.get, { levelId: row.levelId }),
    })

const ALL = { page: 1, size: 999 }

function LevelOrder({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(level.calls.list, open ? ALL : null)
  const items = useMemo(
    () => data?.list.map((row) => ({ id: row.levelId, title: row.levelName, note: row.remark ?? '' })),
    [data],
  )
  const sort = useAct(level.calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="护理等级排序"
      items={items}
      saving={sort.running}
      onSave={(ids) => void sort.run({ sorts: ids.map((levelId, i) => ({ levelId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

export default function LevelList() {
  const may = useMay()
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [sorting, setSorting] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const [comparing, setComparing] = useState<{ first: string | null } | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { data: all } = useCall(level.calls.list, comparing ? ALL : null)
  const first = useShown(comparing)
  return (
    <ListPage
      call={level.calls.list}
      columns={cols}
      rowKey="levelId"
      title="护理等级"
      unit="个"
      create={formOf(level.calls.add, {
        title: '新增护理等级',
        fields: fieldsFor(may),
        initial: { enabled: true },
        done: '护理等级已新增，请接着设置它的护理项目',
      })}
      open={(row) => {
        setShown(row.levelId)
        setOpened(row.levelId)
      }}
      tools={[
        {
          title: '对比两个等级',
          icon: <Columns2 size={15} aria-hidden />,
          onClick: () => setComparing({ first: null }),
        },
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: level.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        {
          title: may(LEVEL_NEEDS.edit) ? '设置项目' : '查看项目',
          onClick: (row: LevelData) => {
            setShown(row.levelId)
            setOpened(row.levelId)
          },
        },
        { title: '修改', needs: level.calls.save.needs, form: editFor(may) },
        { title: '与别的等级对比', onClick: (row: LevelData) => setComparing({ first: row.levelId }) },
        recordLogAction(setRecord, (row: LevelData) => ({
          type: 'nursingLevel',
          id: row.levelId,
          title: row.levelName,
        })),
        actionOf(level.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: LevelData) => ({ levelId: row.levelId }),
          confirm: (row) => ({
            title: `删除护理等级“${row.levelName}”？`,
            effects: [
              row.residents > 0
                ? `有 ${row.residents} 位在住老人是这个等级，不能删除，请停用`
                : '没有在住老人是这个等级',
              '它的项目和频次一起删除，不能撤销；暂时不用请停用',
            ],
            verb: '删除等级',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.levelName}”`,
        }),
      ]}
      empty={{ title: '还没有护理等级', text: '新增等级后，设置它包含哪些护理项目、多久做一次。' }}
    >
      {shown && (
        <LevelProjectsDrawer
          key={shown}
          levelId={shown}
          open={opened !== null}
          mayEdit={may(LEVEL_NEEDS.edit)}
          onClose={() => setOpened(null)}
          onClosed={() => setShown(null)}
        />
      )}
      <LevelCompare
        open={comparing !== null}
        levels={all?.list ?? []}
        first={first?.first ?? null}
        onClose={() => setComparing(null)}
      />
      <LevelOrder open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
