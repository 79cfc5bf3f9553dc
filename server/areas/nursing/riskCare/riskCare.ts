// Handlers of what follows from risk sheets.
import type { PageInfo } from '#contract/kit/paging'
import { IN_HOUSE, ResidentNote } from '#contract/live/resident'
import { kindOf } from '#contract/nursing/assess/kinds'
import { AssessmentType } from '#contract/nursing/assessment'
import { RiskTold, type RiskToldRow, riskCare } from '#contract/nursing/riskCare'
import {
  nameFilter,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { type PageInput, pageOfRows, several } from '#server/kit/page'
import { riskCareOf, riskKindKeys } from './riskCareRead.ts'
import { addToPlan, previewRiskPlan } from './riskPlan.ts'

interface ToldQuery extends PageInput {
  told?: string | null
  keyword?: string | null
  deptId?: string | null
}

/** The newest of each kind, of those who live here. */
const NEWEST = `t.harms <> '[]' and o.status in (${IN_HOUSE}) and t.assessment_id in (select n.assessment_id from assess_newest n
  where n.org_id = ?1 and n.family = any(?2::text[]))`

type Stored = Omit<RiskToldRow, 'kindName' | 'marks'> & { kind: string; harms: number[] }

async function toldList(who: Caller, query: ToldQuery): Promise<PageInfo<RiskToldRow>> {
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: `assessment t ${WITH_RESIDENT}`,
      key: 'assessment_id',
      select: `${RESIDENT_MARKS}, t.assessment_id as "assessmentId", t.kind, t.harms, t.assess_date as "assessDate",
        t.level_name as "levelName", t.family_name as "familyName", t.family_signed_at as "toldAt",
        case when t.family_signature is null then '${RiskTold.is.OPEN}' else '${RiskTold.is.TOLD}' end as told,
        current_date - coalesce(t.signed_at::date, t.assess_date) as days`,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        [`t.type = ${AssessmentType.is.risk} and ${NEWEST}`, several(who.orgId, riskKindKeys)],
        nameFilter(query.keyword),
        ['o.dept_id = ?', query.deptId],
        [`(t.family_signature is not null) = (?::text = '${RiskTold.is.TOLD}')`, query.told],
      ],
      sorts: { assessDate: 't.assess_date', toldAt: 't.family_signed_at', days: 't.assess_date' },
      defaultSort: 't.assess_date desc',
    },
    query,
  )
  return {
    ...page,
    list: page.list.map(({ kind, harms, ...row }) => ({
      ...row,
      kindName: kindOf(kind)?.name ?? kind,
      marks: harms.map((one) => ResidentNote.label(one as 11)).join('、'),
    })),
  }
}

export default implement(riskCare, {
  of: ({ oldmanId }, who) => riskCareOf(who.app.pool, who, oldmanId),
  preview: (input, who) => previewRiskPlan(who, input),
  plan: (input, who) => who.tx((tx) => addToPlan(tx, who, input)),
  told: (query, who) => toldList(who, query),
})
