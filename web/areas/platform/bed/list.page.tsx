import { ArrowDownUp, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { type BedData, BedDisplay, BedState, BedUse, bed } from '#contract/platform/bed'
import { placesChanged } from '#web/areas/platform/room/forms'
import { newRequestNo, send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { areaAny, areaPath, pathText, roomPick } from '#web/kit/fields/place'
import { keyword, longText, person } from '#web/kit/fields/text'
import type { BatchAction, RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { usePageParams } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { printBedCodes } from './bedCodes.part.tsx'
import { editBed, manyBeds, moveBeds, newBed } from './forms.part.tsx'
import { BedSort } from './sort.part.tsx'

const refreshOn = [bed.events.placesChanged]

const namesOf = (rows: readonly BedData[]) =>
  rows.length === 1 ? `床位“${pathText(rows[0]!.bedPath)}”` : `所选 ${rows.length} 张床位`

async function removeBeds(rows: readonly BedData[]): Promise<boolean> {
  const requestNo = newRequestNo()
  const bedIds = rows.map((row) => row.bedId).join(',')
  const answer = await confirmAct({
    title: `删除${namesOf(rows)}？`,
    effects: ['占用中的床位不能删除，整批都不会动', '删除后不能恢复；暂时不用的床位可以改为隐藏'],
    verb: '删除床位',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(bed.calls.removeMany, { bedIds }, { ...options, requestNo }),
  })
  if (answer === null) return false
  toast.success(`已删除 ${rows.length} 张床位`)
  placesChanged()
  return true
}

async function showBeds(rows: readonly BedData[], display: 0 | 1): Promise<boolean> {
  const bedIds = rows.map((row) => row.bedId).join(',')
  const act = display === BedDisplay.is.hidden ? '隐藏' : '显示'
  const answer = await confirmAct({
    title: `${act}${namesOf(rows)}？`,
    effects:
      display === BedDisplay.is.hidden
        ? ['不再出现在房态图和选床里，数据都还在', '占用中的床位不能隐藏', '随时可以再显示']
        : ['重新出现在房态图和选床里'],
    verb: `${act}床位`,
    safe: `不${act}`,
    run: (_reason, options) => send(bed.calls.show, { bedIds, display }, options),
  })
  if (answer === null) return false
  toast.success(`已${act} ${rows.length} 张床位`)
  placesChanged()
  return true
}

const cols = columns(
  bed.calls.list,
  {
    bedName: { title: '床位', as: person, width: 90, sort: true },
    roomName: { title: '房间', width: 100 },
    areaName: { title: '所在区域', as: areaPath, search: { field: 'area', as: areaAny }, width: 160 },
    state: { title: '状态', as: BedState, search: true },
    deptName: { title: '所属部门', search: { field: 'deptId', as: department }, width: 140 },
    remark: { title: '备注', as: longText, width: 200 },
    createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
  },
  {
    keyword: { title: '床位', as: keyword, placeholder: '房间、床号、楼栋、拼音首字母', order: 0 },
    roomId: { title: '房间', as: roomPick },
  },
)

const free = (row: BedData) => row.isUsed === BedUse.is.free

const actions: readonly RowAction<BedData>[] = [
  { title: '编辑', needs: bed.calls.update.needs, form: editBed },
  {
    title: (row) => (row.display === BedDisplay.is.shown ? '隐藏' : '显示'),
    needs: bed.calls.show.needs,
    when: free,
    onClick: (row) =>
      void showBeds([row], row.display === BedDisplay.is.shown ? BedDisplay.is.hidden : BedDisplay.is.shown),
  },
  { title: '打印床位码', onClick: (row) => printCodes([row]) },
  { title: '移到其他房间', needs: bed.calls.move.needs, when: free, form: (row) => moveBeds([row]) },
  {
    title: '删除',
    needs: bed.calls.removeMany.needs,
    when: free,
    danger: true,
    onClick: (row) => void removeBeds([row]),
  },
]

const printCodes = (rows: readonly BedData[]) =>
  void printBedCodes(
    rows.map(({ bedId, roomName, bedName, areaName }) => ({ bedId, roomName, bedName, where: pathText(areaName) })),
  )

const batch: readonly BatchAction<BedData>[] = [
  { title: '打印床位码', onClick: printCodes },
  {
    title: '移到房间',
    needs: bed.calls.move.needs,
    when: (rows) => rows.every(free),
    onClick: (rows, list) => list.openForm(moveBeds(rows, list.clearSelection)),
  },
  {
    title: '显示',
    needs: bed.calls.show.needs,
    when: (rows) => rows.some((row) => row.display === BedDisplay.is.hidden),
    onClick: (rows, list) => void showBeds(rows, 0).then((done) => done && list.clearSelection()),
  },
  {
    title: '隐藏',
    needs: bed.calls.show.needs,
    when: (rows) => rows.every(free) && rows.some((row) => row.display === BedDisplay.is.shown),
    onClick: (rows, list) => void showBeds(rows, 1).then((done) => done && list.clearSelection()),
  },
  {
    title: '删除',
    needs: bed.calls.removeMany.needs,
    danger: true,
    when: (rows) => rows.every(free),
    onClick: (rows, list) => void removeBeds(rows).then((done) => done && list.clearSelection()),
  },
]

export default function Beds() {
  const { roomId, roomName } = usePageParams<'roomId' | 'roomName'>()
  const [sorting, setSorting] = useState(false)
  const opened = roomId ? { roomId, roomName: roomName ?? '', areaName: null } : null
  return (
    <ListPage
      call={bed.calls.list}
      columns={cols}
      rowKey="bedId"
      title="床位"
      unit="张"
      tabs={{ field: 'state', set: BedState }}
      create={newBed(opened)}
      actions={actions}
      batch={batch}
      refreshOn={refreshOn}
      heading={(row) => `${row.roomName} ${row.bedName}・${BedState.label(row.state)}`}
      tools={[
        {
          title: '批量新增',
          icon: <ListPlus size={15} aria-hidden />,
          needs: bed.calls.batch.needs,
          onClick: (list) => list.openForm(manyBeds(opened)),
        },
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: bed.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      empty={{
        title: '还没有床位',
        text: '先在“房间列表”里建好房间，再给房间加床；“批量建房”可以一次建好房间和床位。',
      }}
    >
      <BedSort
        open={sorting}
        start={opened && { value: opened.roomId, label: opened.roomName }}
        onClose={() => setSorting(false)}
      />
    </ListPage>
  )
}
