// Name, type and way of filling of a template: the form for a new one, a copy and a change.
import { Select } from 'antd'
import { FormFilling, type FormTemplateData, formTemplate } from '#contract/systemSetting/formTemplate'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { openPage } from '#web/kit/open'
import { useFormTypes } from './types.part.tsx'

const { calls, pages } = formTemplate

function TypeSelect({ value, onChange, ...rest }: InputProps<string>) {
  const types = useFormTypes()
  return (
    <Select<string>
      placeholder="请选择"
      {...rest}
      className="yy-fill"
      loading={types.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? undefined}
      options={(types.data?.list ?? []).map((type) => ({ value: type.typeId, label: type.typeName }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

const typeField: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 130,
  cell: (value) => value || <None />,
  text: (value) => value ?? '',
  input: (props) => <TypeSelect {...props} />,
  search: (props) => <TypeSelect {...props} />,
}

const fields = {
  templateName: { placeholder: '如：跌倒风险评估' },
  typeId: { as: typeField },
  templateType: { as: radioOf(FormFilling), wide: true, hint: '只填一次：同一位老人填过后不能再填第二份' },
  remark: { as: longText, wide: true },
} as const

export const openDesigner = (templateId: string) => openPage(pages.design.path, { templateId })

/** A new template goes on in the designer. */
export const newForm = (typeId: string | null): FormRequest =>
  formOf(calls.save, {
    title: '新增表单模板',
    verb: '保存并开始设计',
    done: '模板已建立，现在可以设计',
    fields,
    initial: { templateType: FormFilling.is.repeated, ...(typeId && { typeId }) },
    onDone: ({ templateId }) => openDesigner(templateId),
  })

export const copyForm = (row: FormTemplateData): FormRequest =>
  formOf(calls.save, {
    title: `复制“${row.templateName}”`,
    verb: '复制',
    done: '已复制，副本为停用状态',
    fields,
    initial: {
      templateName: `${row.templateName}（副本）`.slice(0, 40),
      typeId: row.typeId,
      templateType: row.templateType,
      remark: row.remark,
    },
    also: { copyOf: row.templateId },
    draft: false,
  })

const valuesOf = ({ templateName, typeId, templateType, remark }: FormTemplateData) => ({
  templateName,
  typeId,
  templateType,
  remark,
})

export const editForm = (row: FormTemplateData): FormRequest =>
  formOf(calls.save, {
    title: `修改“${row.templateName}”的资料`,
    fields,
    initial: valuesOf(row),
    also: { templateId: row.templateId, version: row.version },
    reload: async () => {
      const now = await send(calls.detail, { templateId: row.templateId })
      return { values: valuesOf(now), also: { templateId: row.templateId, version: now.version } }
    },
  })
