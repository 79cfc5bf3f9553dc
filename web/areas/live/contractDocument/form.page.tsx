// 合同表单: one document from the choice of its template to its file.

import { Button, Dropdown, type MenuProps } from 'antd'
import { ArchiveRestore, ChevronDown, Download, Printer } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type ContractDetail, ContractState, contractDocument } from '#contract/live/contractDocument'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { openPage, usePageParams, usePageState, useReopened, useTab } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { type NamedRecord, RECORD_LOG_NEEDS, RecordLogDrawer } from '#web/kit/record/RecordLog'
import {
  downloadContract,
  fileContract,
  openContract,
  printContract,
  removeContract,
  renewContract,
  sendContract,
  voidContract,
  withdrawContract,
} from './acts.tsx'
import { DraftDesk } from './desk.part.tsx'
import { Signing } from './signing.part.tsx'
import { OtherPapers, StartContract, type StartRequest } from './start.part.tsx'
import { type Begun, frameOfBegun, frameOfSaved, useDesk } from './useDesk.ts'
import './contractDocument.css'

const { calls, pages } = contractDocument

/** A document that is not saved yet. The first save opens it under its number. */
function NewDraft({ begun, sitting, onAway }: { begun: Begun; sitting: number; onAway(): Promise<void> }) {
  const handle = useDesk(`new:${sitting}`, { ...begun, remark: null }, frameOfBegun(begun), (saved) => {
    // One after the other: closing brings another tab to the front, which must not be the last word.
    void onAway().then(() => openContract(saved.contractId))
  })
  return (
    <>
      <OtherPapers begun={begun} />
      <DraftDesk
        handle={handle}
        resident={begun}
        docTypeName={begun.docTypeName}
        disabled={false}
        saved={null}
        acts={<Button onClick={() => void onAway()}>重新选择</Button>}
      />
    </>
  )
}

interface OpenedProps {
  one: ContractDetail
  onFresh(fresh: ContractDetail): void
  onGone(): void
  onHistory: (() => void) | null
}

function Draft({ one, onFresh, onGone, onHistory }: OpenedProps) {
  const may = useMay()
  const handle = useDesk(`draft:${one.version}`, one, frameOfSaved(one), onFresh)
  const disabled = !may(calls.save.needs)
  return (
    <DraftDesk
      handle={handle}
      resident={one}
      docTypeName={one.docTypeName}
      disabled={disabled}
      saved={one}
      onSend={async (saved, missing) => {
        const fresh = await sendContract(saved, missing)
        if (fresh) onFresh(fresh)
      }}
      acts={
        <More
          items={[
            {
              key: 'word',
              label: handle.dirty ? '下载 Word（先保存草稿）' : '下载 Word',
              disabled: handle.dirty,
              onClick: () => void downloadContract(one),
            },
            {
              key: 'print',
              label: handle.dirty ? '打印 / 存为 PDF（先保存草稿）' : '打印 / 存为 PDF',
              disabled: handle.dirty || one.kind === 'word',
              onClick: () => void printContract(one),
            },
            ...(onHistory ? [{ key: 'log', label: '操作记录', onClick: onHistory }] : []),
            ...(one.can.includes('remove')
              ? [
                  { type: 'divider' as const, key: 'line' },
                  {
                    key: 'remove',
                    label: '删除草稿…',
                    danger: true,
                    onClick: async () => {
                      if (await removeContract(one)) onGone()
                    },
                  },
                ]
              : []),
          ]}
        />
      }
    />
  )
}

const More = ({ items }: { items: NonNullable<MenuProps['items']> }) => (
  <Dropdown menu={{ items }} trigger={['click']}>
    <Button>
      更多
      <ChevronDown size={14} aria-hidden />
    </Button>
  </Dropdown>
)

function Sent({ one, onFresh, onHistory }: OpenedProps) {
  const again = async (act: Promise<boolean>) => {
    if (await act) onFresh(await send(calls.detail, { contractId: one.contractId }))
  }
  const items = [
    ...(one.can.includes('renew') ? [{ key: 'renew', label: '续签', onClick: () => renewContract(one) }] : []),
    ...(onHistory ? [{ key: 'log', label: '操作记录', onClick: onHistory }] : []),
    ...(one.can.includes('withdraw')
      ? [{ key: 'withdraw', label: '撤回修改…', onClick: () => void again(withdrawContract(one)) }]
      : []),
    ...(one.can.includes('void')
      ? [{ key: 'void', label: '作废…', danger: true, onClick: () => void again(voidContract(one)) }]
      : []),
  ]
  return (
    <div className="yy-doc-page yy-gap-12 yy-flex-1 yy-stack">
      <section className="yy-card yy-pad-12-16 yy-gap-12 yy-fixed yy-stack">
        <div className="yy-cd-line yy-gap-8-16 yy-wrap yy-row">
          <ResidentCell row={one} link />
          <h2>{one.title}</h2>
          <StatusTag option={ContractState.find(one.state)!} />
          <span className="yy-second">{one.contractNo}</span>
          <span className="yy-flex yy-gap-8 yy-wrap yy-push">
            <Button icon={<Download size={15} aria-hidden />} onClick={() => void downloadContract(one)}>
              下载 Word
            </Button>
            {one.paperHtml !== null && (
              <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printContract(one)}>
                打印 / 存为 PDF
              </Button>
            )}
            {one.can.includes('file') && (
              <Button
                type="primary"
                icon={<ArchiveRestore size={15} aria-hidden />}
                onClick={() => void again(fileContract(one))}
              >
                归档
              </Button>
            )}
            {items.length > 0 && <More items={items} />}
          </span>
        </div>
      </section>
      <Signing one={one} onSigned={onFresh} />
    </div>
  )
}

function OpenedContract({ contractId }: { contractId: string }) {
  const tab = useTab()
  const [one, setOne] = usePageState<ContractDetail | null>('one', null)
  const [error, setError] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  const may = useMay()
  const [history, setHistory] = useState<NamedRecord | null>(null)
  const { setTitle } = tab
  const fresh = useCallback(
    (next: ContractDetail) => {
      setOne(next)
      setTitle(`${next.oldmanName}・${next.title}`)
    },
    [setOne, setTitle],
  )
  // Asked for once: what lies on the desk is not replaced by a later answer; saving finds out about others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    if (one && turn === 0) return
    const stop = new AbortController()
    setError(null)
    send(calls.detail, { contractId }, { signal: stop.signal, handles: () => true }).then(
      fresh,
      (failure: CallError) => failure.cancelled || setError(failure),
    )
    return () => stop.abort()
  }, [contractId, turn, fresh])
  // Opened again from the list: a document that is not being written shows what it is now.
  useReopened(() => {
    if (one && one.state > 0) setTurn(turn + 1)
  })
  if (error && !one) return <ErrorBlock what="合同文书" error={error} onRetry={() => setTurn(turn + 1)} />
  if (!one) return <BlockBones lines={12} />
  const props: OpenedProps = {
    one,
    onFresh: fresh,
    onGone: () => {
      void tab.close().then(() => openPage(pages.list.path))
    },
    onHistory: may(RECORD_LOG_NEEDS)
      ? () => setHistory({ type: 'contractDocument', id: one.contractId, title: `${one.oldmanName}《${one.title}》` })
      : null,
  }
  return (
    <>
      {one.state === ContractState.is.draft ? (
        <Draft key={`${one.contractId}:draft`} {...props} />
      ) : (
        <Sent {...props} />
      )}
      <RecordLogDrawer record={history} onClose={() => setHistory(null)} />
    </>
  )
}

export default function ContractForm() {
  const params = usePageParams<'contractId' | 'oldmanId' | 'templateId' | 'previousId'>()
  const tab = useTab()
  const [begun, setBegun] = usePageState<{ begun: Begun; sitting: number } | null>('begun', null)
  const request: StartRequest = {
    oldmanId: params.oldmanId ?? null,
    templateId: params.templateId ?? null,
    previousId: params.previousId ?? null,
  }
  if (params.contractId) return <OpenedContract contractId={params.contractId} />
  if (!begun)
    return <StartContract request={request} onBegun={(next) => setBegun({ begun: next, sitting: Date.now() })} />
  return (
    <NewDraft
      key={begun.sitting}
      {...begun}
      onAway={async () => {
        setBegun(null)
        // A tab that was opened for one resident has done its work.
        if (request.oldmanId) await tab.close()
      }}
    />
  )
}
