// What the system wrote, section by section; each line is made from the fields of a fact.
import { Button } from 'antd'
import { useState } from 'react'
import { factWords, type HandoverFactData, HandoverFactKind } from '#contract/nursing/handoverWords'
import { BedPath } from '#web/areas/live/public'
import { StatusTag } from '#web/kit/parts/StatusTag'

/** More of one kind are shown when asked for. */
const SHOWN = 8

/** Sections that hold something, in the order of the sheet. */
export function sectionsOf(facts: readonly HandoverFactData[]) {
  return HandoverFactKind.list.flatMap((kind) => {
    const of = facts.filter((fact) => fact.kind === kind.value)
    return of.length > 0 ? [{ kind, facts: of }] : []
  })
}

function Section({ kind, facts }: ReturnType<typeof sectionsOf>[number]) {
  const [all, setAll] = useState(false)
  const shown = all ? facts : facts.slice(0, SHOWN)
  return (
    <section className="yy-handover-section">
      <h4 className="yy-row yy-gap-8">
        <StatusTag option={kind} />
        <span className="yy-second yy-small">{facts.length} 条</span>
      </h4>
      <ul className="yy-plain-list">
        {shown.map((fact) => (
          <li key={fact.factId} className={fact.urgent ? 'yy-handover-fact is-urgent' : 'yy-handover-fact'}>
            <span className="yy-handover-who">
              <b>{fact.oldmanName ?? '公共区域'}</b>{' '}
              <BedPath path={fact.bedPath?.split('>').slice(-2).join('>') ?? null} />
            </span>
            <span className="yy-grow">{factWords(fact)}</span>
          </li>
        ))}
      </ul>
      {facts.length > SHOWN && (
        <Button type="link" size="small" onClick={() => setAll(!all)}>
          {all ? '收起' : `看全部 ${facts.length} 条`}
        </Button>
      )}
    </section>
  )
}

export function FactSections({ facts }: { facts: readonly HandoverFactData[] }) {
  return (
    <div className="yy-handover-sections">
      {sectionsOf(facts).map((section) => (
        <Section key={section.kind.value} {...section} />
      ))}
    </div>
  )
}
