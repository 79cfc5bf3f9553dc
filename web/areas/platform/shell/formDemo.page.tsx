// Every field in one form, with the rules of a schema. The pictures, files and people in it are real calls; the form
// itself is only checked, it writes nothing.
import { Button, Form } from 'antd'
import { useState } from 'react'
import { fenSchema } from '#contract/kit/money'
import {
  bool,
  date as dateSchema,
  dateTime,
  id,
  idCard as idCardSchema,
  int as intSchema,
  list,
  num,
  obj,
  opt,
  phone as phoneSchema,
  str,
  text as textSchema,
} from '#contract/kit/schema'
import { application } from '#contract/platform/application'
import { PasswordRule, PhotoCodeSwitch } from '#contract/platform/config'
import { OrgLevel, StaffSex } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { month } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { filesOf } from '#web/kit/fields/file'
import { imagesOf } from '#web/kit/fields/image'
import { manyOf, radioOf, switchOf } from '#web/kit/fields/option'
import { richText } from '#web/kit/fields/richText'
import { staff } from '#web/kit/fields/staff'
import { longText, secret } from '#web/kit/fields/text'
import type { SendFile } from '#web/kit/fields/uploading'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { requestValues } from '#web/kit/form/schemaRules'
import { PageCard } from '#web/kit/parts/PageCard'
import { toast } from '#web/kit/toast'
import './demo.css'

const schema = obj({
  name: textSchema('姓名', { min: 2, max: 10 }),
  idCard: idCardSchema(),
  birthday: opt(dateSchema('出生日期')),
  sex: StaffSex.schema,
  phone: phoneSchema(),
  deptId: id('部门'),
  headId: opt(id('负责人')),
  level: OrgLevel.schema,
  levels: opt(list(OrgLevel.schema, 3)),
  fee: fenSchema('月费', { min: 0, max: 10_000_000 }),
  days: intSchema('天数', { min: 1, max: 31 }),
  weight: opt(num('体重', { min: 20, max: 200 })),
  period: opt(textSchema('账期', { max: 7 })),
  visit: opt(dateTime('来访时间')),
  photoCode: PhotoCodeSwitch.schema,
  rule: opt(PasswordRule.schema),
  agreed: opt(bool('家属已知情')),
  key: opt(textSchema('接口密钥', { max: 40 })),
  note: opt(textSchema('备注', { max: 500 })),
  pictures: opt(list(str('照片'), 3)),
  files: opt(list(str('附件'), 5)),
  story: opt(textSchema('生平', { max: 20_000 })),
})

/** Licence pictures have a call of their own, open to those who have no account yet. */
const sendLicence: SendFile = async (file, options) => {
  const answer = await send(application.calls.picture, { file }, { ...options, handles: () => true })
  return answer.urlPath
}

const initial = { photoCode: 0, sex: 2, level: 3 } as const

/** A real call: the server checks the SMS code and refuses a wrong one at its field. */
const ApplyDrawer = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <FormDrawer
    open={open}
    onClose={onClose}
    call={application.calls.apply}
    title="申请入驻"
    verb="提交申请"
    done="申请已提交"
    width={720}
    initial={{ orgLevel: 3 }}
    sections={[
      { title: '机构', fields: ['orgName', 'orgLevel', 'licenseNo', 'address', 'licensePictures', 'introduction'] },
      { title: '联系人与管理员', fields: ['contactName', 'contactPhone', 'userName', 'userPassword', 'smsCode'] },
    ]}
    fields={{
      orgName: {},
      orgLevel: { as: radioOf(OrgLevel), wide: true },
      licenseNo: {},
      address: {},
      licensePictures: { as: imagesOf({ max: 6, send: sendLicence }), wide: true },
      introduction: { as: longText, wide: true },
      contactName: {},
      contactPhone: {},
      userName: {},
      userPassword: { as: secret },
      smsCode: { hint: '这里填错验证码，会看到服务器在这一项上拒绝' },
    }}
    result={(values) => (values.orgName ? `将为“${values.orgName}”提交入驻申请` : '提交后由平台运营方审核')}
  />
)

export default function FormDemo() {
  const [form] = Form.useForm<Values>()
  const [sent, setSent] = useState<Values | null>(null)
  const [applying, setApplying] = useState(false)
  return (
    <div className="yy-stack yy-gap-12 yy-demo-page">
      <PageCard
        title="表单示例"
        sub="规则、长度和提示都来自接口的定义；照片、附件、部门和人员是真实接口"
        extra={
          <button type="button" className="yy-link" onClick={() => setApplying(true)}>
            抽屉表单 ›
          </button>
        }
      >
        <SchemaForm
          form={form}
          schema={schema}
          columns={3}
          initial={initial}
          fields={{
            name: { placeholder: '2 至 10 个字' },
            idCard: {
              hint: '填完自动带出出生日期和性别',
              props: {
                onFacts: (facts: { birthday: string; male: boolean }) =>
                  form.setFieldsValue({ birthday: facts.birthday, sex: facts.male ? 1 : 2 }),
              },
            },
            birthday: { props: { to: '2026-12-31' } },
            sex: { as: radioOf(StaffSex) },
            phone: {},
            deptId: { as: department },
            headId: { as: staff },
            level: {},
            levels: { title: '可选类型', as: manyOf(OrgLevel) },
            fee: { hint: '以分存放，以元显示' },
            days: { props: { unit: '天' } },
            weight: { props: { unit: 'kg' } },
            period: { as: month },
            visit: {},
            photoCode: { as: switchOf(PhotoCodeSwitch, 0), hint: '这一组 0 是开启' },
            rule: {},
            agreed: {},
            key: { as: secret, hint: '不进草稿' },
            note: { as: longText, wide: true },
            pictures: { as: imagesOf({ max: 3 }), wide: true },
            files: { as: filesOf({ max: 5 }), wide: true },
            story: { as: richText, wide: true, placeholder: '老人的经历、爱好、习惯' },
          }}
          onSubmit={(values) => {
            setSent(requestValues(schema, values))
            toast.success('全部合格，下面是将要发送的内容')
          }}
        >
          <Button type="primary" htmlType="submit">
            检查并预览
          </Button>{' '}
          <Button
            onClick={() => {
              form.resetFields()
              setSent(null)
            }}
          >
            重置
          </Button>
        </SchemaForm>
      </PageCard>
      <ApplyDrawer open={applying} onClose={() => setApplying(false)} />
      {sent && (
        <PageCard title="将要发送" sub="示例不写入任何数据">
          <pre className="yy-demo-sent yy-no-margin yy-scroll">{JSON.stringify(sent, null, 2)}</pre>
        </PageCard>
      )}
    </div>
  )
}
