// Above the list: who has to be assessed, each figure leading to its people.
import { AssessDue, type AssessDueValue } from '#contract/nursing/assessFields'
import { assessForm } from '#contract/nursing/assessForm'
import { openPage } from '#web/kit/open'
import { KeyFigures } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'

const WORDS: Readonly<Record<AssessDueValue, string>> = {
  CHANGED: '情况变化，要马上重评',
  NEVER: '在住还没有评估过',
  OVERDUE: '过了应评日期',
  SOON: '30 天内到期',
}

const useCount = (due: AssessDueValue) =>
  useCall(assessForm.calls.due, { due, page: 1, size: 10 }, { silent: true, select: (answer) => answer.total }).data

export function DueCounts() {
  const counts: Readonly<Record<AssessDueValue, number | undefined>> = {
    CHANGED: useCount(AssessDue.is.CHANGED),
    NEVER: useCount(AssessDue.is.NEVER),
    OVERDUE: useCount(AssessDue.is.OVERDUE),
    SOON: useCount(AssessDue.is.SOON),
  }
  return (
    <div className="yy-below-12">
      <KeyFigures
        figures={AssessDue.list.map(({ value, label }) => ({
          label: label,
          value: counts[value] ?? '—',
          unit: '人',
          note: WORDS[value],
          ...((counts[value] ?? 0) > 0 &&
            value !== AssessDue.is.SOON && {
              tone: value === AssessDue.is.NEVER ? ('amber' as const) : ('red' as const),
            }),
          onOpen: () => openPage(assessForm.pages.due.path, { due: value }),
        }))}
      />
    </div>
  )
}
