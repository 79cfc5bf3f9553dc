// Under the start of a new document: those that were begun and wait, so that nobody begins them a second time.
import { ContractState, contractDocument } from '#contract/live/contractDocument'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { openPage } from '#web/kit/open'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { openContract } from './acts.tsx'

const { calls, pages } = contractDocument
const SHOWN = 8
const WAITING = [ContractState.is.draft, ContractState.is.signing] as const

function Waiting({ state }: { state: (typeof WAITING)[number] }) {
  const { data } = useCall(calls.list, { state, page: 1, size: SHOWN }, { silent: true })
  const option = ContractState.find(state)!
  return (
    <section className="yy-card yy-cd-waiting">
      <header className="yy-flex yy-gap-8">
        <h3 className="yy-heading">{option.label}</h3>
        <span className="yy-none">{data ? `${data.total} 份` : ''}</span>
        <button type="button" className="yy-link" onClick={() => openPage(pages.list.path, { state })}>
          全部
        </button>
      </header>
      {!data && <BlockBones lines={4} />}
      {data?.list.length === 0 && <p className="yy-none">没有{option.label}的文书</p>}
      {data && data.list.length > 0 && (
        <ul className="yy-plain-list">
          {data.list.map((row) => (
            <li className="yy-grid yy-center yy-gap-8" key={row.contractId}>
              <ResidentCell row={row} link notes={false} />
              <button
                type="button"
                className="yy-link yy-cd-title yy-left yy-ellipsis"
                onClick={() => openContract(row.contractId)}
              >
                {row.title}
              </button>
              <span className="yy-none">{row.contractNo}</span>
              <span className="yy-none">{row.createTime.slice(0, 10)}</span>
              {state === ContractState.is.draft ? (
                <StatusTag option={option} />
              ) : (
                <span className="yy-strong yy-warning">
                  已签 {row.signed}/{row.signerCount}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Unfinished() {
  const may = useMay()
  if (!may(calls.list.needs)) return null
  return (
    <div className="yy-cd-unfinished yy-flex-1 yy-grid yy-gap-12">
      {WAITING.map((state) => (
        <Waiting key={state} state={state} />
      ))}
    </div>
  )
}
