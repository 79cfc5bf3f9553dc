// Members of the family in the form of a new archive: as many as there are, each with what they are to the contract.
import { Button, Checkbox, Form } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { FamilyFields } from '#contract/live/archiveFields'
import { familyParts } from '#contract/live/resident'
import type { Field } from '#web/kit/fields/field'
import { FieldInput } from '#web/kit/fields/field'
import { idCard } from '#web/kit/fields/idCard'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { phone } from '#web/kit/fields/phone'
import { text } from '#web/kit/fields/text'
import { isRequired, problemOf, titleOfField } from '#web/kit/form/schemaRules'
import { Empty } from '#web/kit/parts/Empty'
import './archiveForm.css'

const MOST = 20

const faces: Readonly<Record<string, Field<string>>> = {
  name: text,
  relation: dictionaryOf('relationToElder'),
  phone,
  idCard,
  address: text,
  workUnit: text,
}

const titles: Readonly<Record<string, string>> = { name: '姓名', phone: '电话', idCard: '身份证号', address: '住址' }

function MemberField({ at, name, wide }: { at: number; name: string; wide?: boolean }) {
  const rule = FamilyFields.properties[name as keyof typeof FamilyFields.properties]
  const title = titles[name] ?? titleOfField(FamilyFields, name)
  const required = isRequired(FamilyFields, name)
  return (
    <Form.Item
      name={[at, name]}
      label={title}
      required={required}
      className={wide ? 'yy-whole-line' : undefined}
      validateFirst
      rules={[
        {
          validator: async (_, value: unknown) => {
            const problem = problemOf({ ...rule, title }, value, required)
            if (problem) throw new Error(problem)
          },
        },
      ]}
    >
      <FieldInput field={faces[name] as unknown as Field<unknown>} />
    </Form.Item>
  )
}

/** The first member mostly answers for everything. */
const first = { emergency: true, payer: true, guardian: true, guarantor: true }

export function FamilyRows() {
  return (
    <Form.List name="family">
      {(rows, { add, remove }) => (
        <>
          {rows.length === 0 && (
            <Empty
              title="还没有登记家属"
              text="至少登记一位紧急联系人：夜里出了事，第一个电话打给他。没有家属的，可登记村（居）委会或民政部门的经办人。"
            />
          )}
          {rows.map(({ key, name: at }, index) => (
            <section key={key} className="yy-member yy-below-16 yy-edge yy-round-card" aria-label={`家属 ${index + 1}`}>
              <header>
                <b>家属 {index + 1}</b>
                <Button
                  type="text"
                  icon={<Trash2 size={15} aria-hidden />}
                  aria-label={`移除家属 ${index + 1}`}
                  onClick={() => remove(at)}
                >
                  移除
                </Button>
              </header>
              <div className="yy-form-grid yy-grid yy-form-3">
                <MemberField at={at} name="name" />
                <MemberField at={at} name="relation" />
                <MemberField at={at} name="phone" />
                <MemberField at={at} name="idCard" />
                <MemberField at={at} name="workUnit" />
                <MemberField at={at} name="address" />
              </div>
              <div className="yy-member-parts yy-flex yy-wrap">
                <span className="yy-second">在合同里担任</span>
                {familyParts.map(([part, title]) => (
                  <Form.Item key={part} name={[at, part]} valuePropName="checked" noStyle>
                    <Checkbox>{title}</Checkbox>
                  </Form.Item>
                ))}
              </div>
            </section>
          ))}
          <Button
            icon={<Plus size={15} aria-hidden />}
            disabled={rows.length >= MOST}
            onClick={() => add(rows.length === 0 ? { ...first } : {})}
          >
            {rows.length === 0 ? '登记家属' : '再加一位家属'}
          </Button>
        </>
      )}
    </Form.List>
  )
}
