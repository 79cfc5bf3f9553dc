// 风险告知书: what a risk sheet found, what the house does about it, and what it asks of the family, on one page to be signed.
import { GRAVES, MARKS_FROM, type Risk, risksOf } from '#contract/nursing/assess/risk'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet } from '#web/kit/print/Sheet'
import { toast } from '#web/kit/toast'
import { orgName } from './printReports.tsx'

const CSS = `
.told p { margin: 2.5mm 0 0; line-height: 1.7 }
.told .grid { margin-top: 2.5mm }
.told td { vertical-align: top }
.told ul { margin: 0; padding-left: 4.5mm }
.told .hand { max-width: 32mm; max-height: 14mm; vertical-align: bottom }
.told .sign { display: grid; grid-template-columns: 1fr 1fr; gap: 7mm 8mm; margin-top: 8mm; break-inside: avoid }
.told .sign div { display: flex; gap: 2mm; align-items: flex-end; min-height: 10mm; border-bottom: 0.25mm solid #000 }
.told .sign span { white-space: nowrap }
`

/** What this one sheet says, of which the family is told. */
export function risksOfSheet(one: AssessDetail): Risk[] {
  if (one.finalLevel === null) return []
  const sectionLevels = Object.fromEntries(one.result.sections.map((section) => [section.sectionId, section.level]))
  return risksOf([{ kind: one.kind, finalLevel: one.finalLevel, sectionLevels }]).filter(
    (risk) => risk.grave >= MARKS_FROM,
  )
}

function Notice({ one, risks, org }: { one: AssessDetail; risks: readonly Risk[]; org: string }) {
  const family = one.signatures.find((given) => given.role === 'family')
  return (
    <Sheet
      org={org}
      title="养老机构服务风险告知书"
      facts={[
        { label: '老人', value: one.oldmanName },
        { label: '床位', value: one.bedPath ? bedPathText(one.bedPath) : '—' },
        { label: '评估日期', value: one.assessDate },
        { label: '评估表', value: one.kindName },
        { label: '评估编号', value: one.assessNo ?? '—' },
        { label: '评估员', value: [one.assessor1Name, one.assessor2Name].filter(Boolean).join('、') },
      ]}
    >
      <div className="told">
        <p>
          {one.oldmanName}老人及家属：按照《养老机构服务安全基本规范》（GB 38600）的要求，我院于 {one.assessDate}{' '}
          对老人作了服务安全风险评估，发现下列风险，并采取相应的防护措施，现告知如下。
        </p>
        <table className="grid">
          <colgroup>
            <col style={{ width: '18%' }} />
            <col style={{ width: '14%' }} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th>风险</th>
              <th>程度</th>
              <th>我院采取的防护措施</th>
            </tr>
          </thead>
          <tbody>
            {risks.map((risk) => (
              <tr key={risk.harm}>
                <td>
                  <b>{risk.name}</b>
                </td>
                <td>{GRAVES[risk.grave]}</td>
                <td>
                  <ul>
                    {risk.measures.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          采取防护措施可以减少意外，但不能完全避免。请家属配合：如实告知老人的疾病、用药和过去发生过的意外；带来的食品、药品先交护理人员登记；接老人外出先办手续；发现老人情况有变化及时告诉我们。
        </p>
        <p>老人情况变化、发生意外后或者到期（{one.nextDate ?? '一年内'}）将重新评估，结果另行告知。</p>
        <p>
          <b>本人已阅读以上内容，了解老人存在的风险和防护措施。</b>
        </p>
        <div className="sign">
          <div>
            <span>家属（监护人）签字：</span>
            {family?.picture && <img className="hand" src={family.picture} alt="家属签字" />}
            {family?.picture && <span>{family.name}</span>}
          </div>
          <div>与老人的关系：</div>
          <div>日期：{family?.at?.slice(0, 10) ?? ''}</div>
          <div>机构告知人签字：</div>
        </div>
      </div>
    </Sheet>
  )
}

export async function printNotice(given: AssessDetail | string): Promise<void> {
  const one =
    typeof given === 'string' ? await send(assessForm.calls.detail, { assessmentId: given }, { loading: true }) : given
  const risks = risksOfSheet(one)
  if (risks.length === 0) {
    toast.info('这份评估没有需要告知家属的风险')
    return
  }
  const org = orgName()
  await printSheet({
    title: `风险告知书 ${one.oldmanName ?? ''} ${one.assessDate}`,
    paper: 'A4',
    render: () => (
      <>
        <style>{CSS}</style>
        <Notice one={one} risks={risks} org={org} />
      </>
    ),
  })
}
