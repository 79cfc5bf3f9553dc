// Assessments of the resident: which hold, which could be taken into the archive, and taking away what was begun.
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { regrade } from '#contract/live/regrade'
import { IN_HOUSE } from '#contract/live/resident'
import { assessForm } from '#contract/nursing/assessForm'
import { type AssessmentData, AssessmentState, AssessmentType, assessment } from '#contract/nursing/assessment'
import { send } from '#web/kit/call'
import { optionField } from '#web/kit/fields/option'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { FactTable, Section } from './facts.part.tsx'

const state = optionField(AssessmentState)
const { ofResident, bind, unbind, remove } = assessment.calls
const changed = () =>
  invalidate(assessment, { area: 'live', name: 'archiveSection' }, { area: 'live', name: 'residence' })

export function Assessments({ one }: { one: ArchiveWholeData }) {
  const { oldmanId, oldmanName } = one
  const may = useMay()
  const regrades = IN_HOUSE.includes(one.status) && may(regrade.pages.list.needs) && may(regrade.calls.propose.needs)
  const { data, error, refetch } = useCall(ofResident, { oldmanId })
  const binding = useAct(bind, {
    onDone: () => {
      toast.success('评估已关联到档案')
      void changed()
    },
  })

  const release = async (row: AssessmentData) => {
    const done = await confirmAct({
      title: `取消关联 ${row.assessDate} 的${AssessmentType.label(row.type)}？`,
      effects: [`不再作为${oldmanName}的评估结果，档案和风险提示随之变化`, '评估本身保留，可以再关联'],
      verb: '取消关联',
      safe: '保留关联',
      run: (_reason, options) =>
        send(unbind, { assessmentId: row.assessmentId, oldmanId, version: row.version }, options),
    })
    if (done === null) return
    toast.success('已取消关联')
    await changed()
  }

  const drop = async (row: AssessmentData) => {
    const done = await confirmAct({
      title: `删除 ${row.assessDate} 未完成的${AssessmentType.label(row.type)}？`,
      effects: ['已填的答案一起删除，不能恢复', '完成的评估不能删除，只能作废'],
      verb: '删除评估',
      safe: '不删除',
      danger: true,
      run: (_reason, options) => send(remove, { assessmentId: row.assessmentId }, options),
    })
    if (done === null) return
    toast.success('评估已删除')
    await changed()
  }

  return (
    <Section title="评估记录">
      {!data ? (
        <Loaded of={{ data, error, refetch }} what="评估记录" lines={5} />
      ) : data.length === 0 ? (
        <Empty title="还没有评估" text="能力评估完成并关联后，护理等级和风险提示以它为依据。" />
      ) : (
        <FactTable>
          <thead>
            <tr>
              <th>评估日期</th>
              <th>类型</th>
              <th>结果</th>
              <th>建议等级</th>
              <th className="yy-arc-roomy">评估员</th>
              <th>下次评估</th>
              <th>状态</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.assessmentId}>
                <td className="yy-one-line">{row.assessDate}</td>
                <td>{AssessmentType.label(row.type)}</td>
                <td>
                  {row.levelName ?? <span className="yy-none">—</span>}
                  {row.total !== null && `　${row.total} 分`}
                </td>
                <td>{row.suggestedLevelName ?? <span className="yy-none">—</span>}</td>
                <td className="yy-arc-roomy">{[row.assessor1Name, row.assessor2Name].filter(Boolean).join('、')}</td>
                <td className="yy-one-line">{row.nextDate ?? <span className="yy-none">—</span>}</td>
                <td>
                  {row.current ? (
                    <StatusTag family="blue">现行</StatusTag>
                  ) : row.bound ? (
                    <StatusTag family="slate">已关联</StatusTag>
                  ) : (
                    state.cell(row.state)
                  )}
                </td>
                <td className="yy-arc-acts yy-one-line">
                  {(row.state === 'DONE' || row.state === 'VOID') && may(assessForm.pages.report.needs) && (
                    <button
                      type="button"
                      className="yy-link"
                      onClick={() => openPage(assessForm.pages.report.path, { assessmentId: row.assessmentId })}
                    >
                      报告
                    </button>
                  )}
                  {row.current && row.type !== AssessmentType.is.risk && regrades && (
                    <button
                      type="button"
                      className="yy-link"
                      onClick={() =>
                        openPage(regrade.pages.list.path, {
                          act: 'propose',
                          resident: oldmanId,
                          assessmentId: row.assessmentId,
                        })
                      }
                    >
                      等级变更
                    </button>
                  )}
                  {row.state === 'DONE' && !row.bound && may(bind.needs) && (
                    <button
                      type="button"
                      className="yy-link"
                      disabled={binding.running}
                      onClick={() =>
                        void binding.run({ assessmentId: row.assessmentId, oldmanId, version: row.version })
                      }
                    >
                      关联到档案
                    </button>
                  )}
                  {row.bound && may(unbind.needs) && (
                    <button type="button" className="yy-link" onClick={() => void release(row)}>
                      取消关联
                    </button>
                  )}
                  {(row.state === 'DRAFT' || row.state === 'WAITING') && may(remove.needs) && (
                    <button type="button" className="yy-link yy-red" onClick={() => void drop(row)}>
                      删除…
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </FactTable>
      )}
    </Section>
  )
}
