// Facts beside the items that can raise the level: diagnoses, events of the last thirty days, a coma. What the archive knows
// stands beside each; a person takes it over.
import { Button } from 'antd'
import type { Input, Kind } from '#contract/nursing/assess/kind'
import type { KnownData } from '#contract/nursing/assessFields'
import type { Filled } from './filled.ts'
import { askedInputs } from './steps.ts'

interface FactsProps {
  kind: Kind
  filled: Filled
  known: readonly KnownData[]
  onInput(key: string, value: number | null): void
}

const byGroup = (inputs: readonly Input[]) => [...new Set(inputs.map((one) => one.group ?? '其他'))]

export function Facts({ kind, filled, known, onInput }: FactsProps) {
  const asked = askedInputs(kind)
  const open = asked.filter((one) => !(one.key in filled.inputs))
  const noneKnown = open.filter((one) => !known.some((fact) => fact.of === 'input' && fact.key === one.key))
  const mildest = (one: Input) => one.options[0]!
  return (
    <>
      <header className="yy-assess-head yy-under">
        <h2>诊断与风险事件</h2>
        <span className="yy-second yy-small yy-grow yy-ellipsis">这些情况不计分，但会按标准提高等级；每一条都要选</span>
        {noneKnown.length > 1 && (
          <Button
            size="small"
            onClick={() => {
              for (const one of noneKnown) onInput(one.key, mildest(one).value)
            }}
          >
            其余 {noneKnown.length} 条都是“{mildest(noneKnown[0]!).text}”
          </Button>
        )}
      </header>
      <div className="yy-assess-items yy-scroll yy-grow yy-pad-12-16">
        {byGroup(asked).map((group) => (
          <section key={group} className="yy-below-12">
            <h3 className="yy-heading yy-below-8">{group}</h3>
            {asked
              .filter((one) => (one.group ?? '其他') === group)
              .map((one) => {
                const fact = known.find((given) => given.of === 'input' && given.key === one.key)
                const text = one.options.find((option) => option.value === fact?.value)?.text
                return (
                  <div key={one.key} className="yy-assess-fact yy-under">
                    <div className="yy-assess-fact-name">
                      {one.name} <span className="yy-second yy-small">{one.source}</span>
                      {fact && text && (
                        <div
                          className={filled.inputs[one.key] === fact.value ? 'yy-small yy-second' : 'yy-small yy-amber'}
                        >
                          {fact.why}：{text}
                          {filled.inputs[one.key] !== fact.value && (
                            <Button size="small" type="link" onClick={() => onInput(one.key, fact.value as number)}>
                              采用
                            </Button>
                          )}
                        </div>
                      )}
                    </div>
                    <div className="yy-assess-choices" role="radiogroup" aria-label={one.name}>
                      {one.options.map((option) => (
                        <button
                          key={option.value}
                          type="button"
                          role="radio"
                          aria-checked={filled.inputs[one.key] === option.value}
                          className="yy-assess-choice yy-ring"
                          onClick={() => onInput(one.key, option.value)}
                        >
                          {option.text}
                        </button>
                      ))}
                    </div>
                  </div>
                )
              })}
          </section>
        ))}
      </div>
    </>
  )
}
