// What can be done with a row of the archive list: its archive, the moves of the residence, an outing, papers, prints.

import {
  ArrowLeftRight,
  BedDouble,
  DoorOpen,
  FileText,
  FolderOpen,
  LogIn,
  LogOut,
  Printer,
  Trash2,
  TrendingUp,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type ArchiveRowData, archive } from '#contract/live/archive'
import { contractDocument } from '#contract/live/contractDocument'
import { outing } from '#contract/live/outing'
import { moveNames, type ResidenceMove } from '#contract/live/residenceWords'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import type { useOutingMoves } from '#web/areas/live/outing/moves.part'
import { moveActions, type ResidentMovesHandle } from '#web/areas/live/residence/moves.part'
import { settleAction } from '#web/areas/live/residence/settle'
import { archivePath } from '#web/areas/live/residentCell.part'
import { actionOf, type RowAction } from '#web/kit/list/acts'
import { openPage } from '#web/kit/open'

const icon = (Icon: typeof Printer) => <Icon size={15} aria-hidden />

const icons: Partial<Record<ResidenceMove, ReactNode>> = {
  reserve: icon(BedDouble),
  changeReserve: icon(BedDouble),
  trial: icon(LogIn),
  checkIn: icon(LogIn),
  readmit: icon(LogIn),
  adjustBed: icon(ArrowLeftRight),
  exchangeBed: icon(ArrowLeftRight),
  changeLevel: icon(TrendingUp),
  undoCheckOut: icon(Undo2),
  waitAgain: icon(Undo2),
  removeStay: icon(Undo2),
  cancelReserve: icon(Undo2),
  checkOut: icon(LogOut),
}

/** Shorter words for the row itself. */
const links: Partial<Record<ResidenceMove, string>> = {
  reserve: '预订',
  trial: '试住',
  checkIn: '入住',
  undoCheckOut: '撤销',
  readmit: '再入住',
}

const inHouse = (row: ArchiveRowData) => IN_HOUSE.includes(row.status)

export const openArchive = (row: Pick<ArchiveRowData, 'oldmanId'>) => openPage(archivePath(row.oldmanId))

const remove = actionOf<typeof archive.calls.remove, ArchiveRowData>(archive.calls.remove, {
  title: '删除档案',
  icon: icon(Trash2),
  danger: true,
  when: (row) => row.status === ResidenceStatus.is.waiting || row.status === ResidenceStatus.is.cancelled,
  input: (row) => ({ oldmanId: row.oldmanId }),
  confirm: (row) => ({
    title: `删除“${row.oldmanName}”的档案 ${row.archiveNo}？`,
    effects: [
      '档案、家属、照片和附件一起删除，不能恢复',
      '只有从没有入住、没有费用和文书的档案才能删除',
      '由咨询建档的，咨询回到“跟进中”',
    ],
    verb: '删除档案',
    safe: '不删除',
  }),
  done: (row) => `已删除“${row.oldmanName}”的档案`,
})

/** The first that is possible stands in the row beside 详情; the rest under 更多. */
export function archiveActions(
  moves: ResidentMovesHandle,
  outings: Pick<ReturnType<typeof useOutingMoves>, 'register'>,
  print: Readonly<Record<'card' | 'band', (row: ArchiveRowData) => void>>,
): RowAction<ArchiveRowData>[] {
  const move = ({ move, title, danger }: ReturnType<typeof moveActions>[number]): RowAction<ArchiveRowData> => ({
    title,
    move,
    danger,
    icon: icons[move],
    ...(links[move] && { link: links[move]! }),
    onClick: (row) => moves.open(move, { oldmanId: row.oldmanId }),
  })
  const all = moveActions(Object.keys(moveNames))
  // Somebody who waits mostly wants a bed kept first.
  const first = all.filter((one) => one.move === 'reserve')
  return [
    { title: '详情', icon: icon(FolderOpen), onClick: openArchive },
    {
      title: '请假外出',
      link: '外出',
      icon: icon(DoorOpen),
      needs: outing.calls.register.needs,
      when: (row) => inHouse(row) && row.outNow === 0,
      onClick: (row) => outings.register(row.oldmanId),
    },
    settleAction,
    ...[...first, ...all.filter((one) => !first.includes(one))].map(move),
    {
      title: '合同与文书',
      icon: icon(FileText),
      needs: contractDocument.calls.list.needs,
      onClick: (row) => openPage(contractDocument.pages.list.path, { oldmanId: row.oldmanId }),
    },
    { title: '打印床头卡', icon: icon(Printer), when: inHouse, onClick: print.card },
    { title: '打印腕带', icon: icon(Printer), when: inHouse, onClick: print.band },
    remove,
  ]
}
