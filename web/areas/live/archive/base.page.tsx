// 老人档案: everybody the house knows, by status, with balance, contact and how complete the archive is.
import { FileKey } from 'lucide-react'
import { useState } from 'react'
import { type ArchiveRowData, archive, archiveNeeds, GAP_BELOW } from '#contract/live/archive'
import { residence } from '#contract/live/residence'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { shell } from '#contract/platform/shell'
import { printBedCards } from '#web/areas/live/archiveSection/bedCards.part'
import { printWristBands } from '#web/areas/live/archiveSection/wristBands.part'
import { useOutingMoves } from '#web/areas/live/outing/moves.part'
import { useResidentMoves } from '#web/areas/live/residence/moves.part'
import { send } from '#web/kit/call'
import { whenOpened } from '#web/kit/later'
import type { BatchAction, ListHandle } from '#web/kit/list/acts'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { archiveActions, openArchive } from './actions.tsx'
import { archiveColumns } from './columns.tsx'

const tabs = { field: 'status', set: ResidenceStatus, counts: archive.calls.counts }
const BatchChange = whenOpened(() => import('./batchChange.part.tsx').then((file) => file.BatchChange))

const chips = {
  due: () => `在住且完整度低于 ${GAP_BELOW}% 的档案`,
  ids: (ids: unknown) => `所选 ${String(ids).split(',').length} 人`,
}
const follows = [residence.events.changed]

const idsOf = (rows: readonly ArchiveRowData[]) => rows.map((row) => row.oldmanId)
const lives = (row: ArchiveRowData) => row.bedId !== null && IN_HOUSE.includes(row.status)

const sheetColumns = () => archiveColumns.list.map((one) => ({ key: one.key, title: one.title, as: one.field.sheet }))

async function startExport(title: string, query: object): Promise<void> {
  await send(shell.calls.exportList, { call: archive.calls.list.key, title, query, columns: sheetColumns() })
  toast.success('已开始导出，完成后在右上角“打印与导出”中下载')
}

/** Numbers in full leave the house only when somebody asks for just that. */
async function exportWhole(list: ListHandle): Promise<void> {
  const sure = await confirmAct({
    title: `导出 ${list.total.toLocaleString('zh-CN')} 人的完整证件号码和电话？`,
    effects: ['文件中的证件号码和电话不再打码', '谁在什么时候导出会记入操作日志', '文件保留 30 天，请妥善保管'],
    verb: '导出完整号码',
    safe: '不导出',
  })
  if (sure !== null) await startExport('老人档案（完整号码）', { ...list.filter, plain: 1 })
}

const batch: readonly BatchAction<ArchiveRowData>[] = [
  {
    title: '打印床头卡',
    onClick: (rows) => {
      const living = rows.filter(lives)
      if (living.length === 0) toast.warning('所选老人都不在住，没有床头卡可以打印')
      else void printBedCards(idsOf(living))
    },
  },
  {
    title: '打印腕带',
    onClick: (rows) => {
      const living = rows.filter(lives)
      if (living.length === 0) toast.warning('所选老人都不在住，没有腕带可以打印')
      else void printWristBands(idsOf(living))
    },
  },
  {
    title: '导出所选',
    needs: archiveNeeds.export,
    onClick: (rows) => void startExport('老人档案（所选）', { ids: rows.map((row) => row.oldmanId).join(',') }),
  },
]

export default function Archives() {
  const [changing, setChanging] = useState<readonly ArchiveRowData[]>([])
  const [importing, setImporting] = useState(false)
  const moves = useResidentMoves()
  const outings = useOutingMoves()
  const actions = archiveActions(moves, outings, {
    card: (row) => void printBedCards([row.oldmanId]),
    band: (row) => void printWristBands([row.oldmanId]),
  })
  return (
    <ListPage
      call={archive.calls.list}
      columns={archiveColumns}
      rowKey="oldmanId"
      title="老人档案"
      unit="人"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      open={openArchive}
      heading={(row) => `${row.oldmanName}・${ResidenceStatus.label(row.status)}`}
      actions={actions}
      batch={[...batch, { title: '批量修改', needs: archive.calls.batch.needs, onClick: (rows) => setChanging(rows) }]}
      create={{ title: '新增档案', needs: archiveNeeds.add, onClick: () => openPage(archive.pages.add.path) }}
      onImport={{ needs: archiveNeeds.import, onClick: () => setImporting(true) }}
      tools={[
        {
          title: '导出完整号码',
          icon: <FileKey size={15} aria-hidden />,
          needs: `${archiveNeeds.idCard}&${archiveNeeds.export}`,
          onClick: (list) => void exportWhole(list),
        },
      ]}
      empty={{ title: '还没有老人档案', text: '点“新增档案”逐个登记，或用“导入”把已有的名册一次放进来。' }}
    >
      <ImportDialog
        open={importing}
        title="老人档案"
        unit="人"
        calls={archive.calls}
        notes={[
          '模板里有下拉选项，第二页“填写说明”逐列解释怎样填',
          '居民身份证只填号码即可，性别和出生日期会自动得出',
          '已有档案的证件号码会被指出，不会重复建档；同一份文件再导入也不会多出人来',
          '一次最多 20000 行；每位老人最多带两位家属，照片和附件建档后再传',
        ]}
        touches={[archive, residence]}
        onClose={() => setImporting(false)}
      />
      <BatchChange open={changing.length > 0} rows={changing} onClose={() => setChanging([])} />
      {moves.element}
      {outings.element}
    </ListPage>
  )
}
