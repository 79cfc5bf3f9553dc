// Rights that do not belong in one hand, named in plain words.
import { TriangleAlert } from 'lucide-react'
import type { RiskyPair } from '#contract/platform/duties'

export function Risks({ risks }: { risks: readonly RiskyPair[] }) {
  if (risks.length === 0) return null
  return (
    <section className="yy-role-risks yy-ink yy-round-card" role="alert">
      <b className="yy-inline yy-gap-6">
        <TriangleAlert size={16} aria-hidden /> 这些权限放在同一个人手里有风险
      </b>
      <ul>
        {risks.map((one) => (
          <li key={one.key}>
            <b>{one.title}</b>：{one.why}
          </li>
        ))}
      </ul>
      <p className="yy-no-margin">建议拆成两个角色，由不同的人担任。确需兼任时填写“兼任原因”，照常可以保存。</p>
    </section>
  )
}
