import { Button } from 'antd'
import { type ApplicationData, application } from '#contract/platform/application'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { imagesOf } from '#web/kit/fields/image'
import { optionField } from '#web/kit/fields/option'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { type Fact, Facts, PageCard } from '#web/kit/parts/PageCard'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { approve, refuse } from './decide.ts'

const pictures = imagesOf({ max: 6 })
const status = optionField(OrgStatus)
const level = optionField(OrgLevel)

export function ApplicationDrawer({ row, onClose }: { row: ApplicationData | null; onClose(): void }) {
  const may = useMay()
  const shown = useShown(row)
  if (!shown) return null
  const facts: Fact[] = [
    { label: '机构类型', value: level.cell(shown.orgLevel as 3) },
    { label: '机构代码', value: shown.orgCode },
    { label: '信用代码', value: shown.licenseNo },
    { label: '申请时间', value: shown.createTime },
    { label: '联系人', value: shown.contactName },
    {
      label: '联系电话',
      value: shown.contactProven ? shown.contactPhone : `${shown.contactPhone}（未经短信验证，请先致电核实）`,
    },
    { label: '管理员账号', value: shown.userName },
    { label: '机构地址', value: shown.address, wide: true },
    { label: '机构简介', value: shown.introduction, wide: true },
    ...(shown.rejectReason ? [{ label: '拒绝原因', value: shown.rejectReason, wide: true }] : []),
  ]
  const decides = shown.orgStatus === OrgStatus.is.waiting && may(application.calls.decide.needs)
  const decide = async (act: typeof approve) => {
    if (await act(shown)) onClose()
  }
  return (
    <SideDrawer
      open={row !== null}
      width={720}
      title={shown.orgName}
      about={status.cell(shown.orgStatus as 0)}
      onClose={onClose}
      foot={
        decides && (
          <DrawerFoot note="请核对证照与填写的内容是否一致">
            <Button danger onClick={() => void decide(refuse)}>
              拒绝…
            </Button>
            <Button type="primary" onClick={() => void decide(approve)}>
              通过申请
            </Button>
          </DrawerFoot>
        )
      }
    >
      <Facts facts={facts} />
      <PageCard
        title="证照图片"
        sub={shown.licensePictures.length > 0 && `${shown.licensePictures.length} 张，点击放大`}
        style={{ marginTop: 16 }}
      >
        {shown.licensePictures.length > 0
          ? pictures.input({ value: shown.licensePictures, disabled: true })
          : '没有上传证照'}
      </PageCard>
    </SideDrawer>
  )
}
