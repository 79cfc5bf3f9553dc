import { useState } from 'react'
import { fen } from '#contract/kit/money'
import type { Field } from '#web/kit/fields/field'
import { money } from '#web/kit/fields/money'
import { text } from '#web/kit/fields/text'
import { Conflict } from '#web/kit/form/Conflict'
import type { Values } from '#web/kit/form/SchemaForm'
import { PageCard } from '#web/kit/parts/PageCard'

const mine = { itemName: '陪诊', price: fen(12_000) }
const theirs = { itemName: '陪同就诊', price: fen(15_000) }
const fields = [
  { name: 'itemName', title: '服务名称', face: text as unknown as Field<unknown> },
  { name: 'price', title: '单价（元）', face: money as unknown as Field<unknown> },
]

/** What a form shows when somebody else saved the same record first; the records are examples. */
export function ConflictCard() {
  const [merged, setMerged] = useState<Values | null>(null)
  return (
    <PageCard title="同时修改" sub="两边都看得到，谁的都不丢">
      <Conflict
        message="这条记录刚被吴倩修改过，请核对后再保存"
        fields={fields}
        mine={mine}
        theirs={theirs}
        onMerge={setMerged}
      />
      {merged && (
        <p className="yy-demo-note yy-second">
          将保存：{text.text(merged.itemName as string)}，{money.text(merged.price as typeof mine.price)} 元
        </p>
      )}
    </PageCard>
  )
}
