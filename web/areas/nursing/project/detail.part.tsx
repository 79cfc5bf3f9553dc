// One care project: what it asks for, what it costs from which day on, and who uses it.
import { Button } from 'antd'
import { type CareProjectData, CareWindow, careProject, SignPart } from '#contract/nursing/project'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { PriceTable } from './price.part.tsx'
import './project.css'

/** 拍照、扫码、血压 */
export const asksFor = (row: CareProjectData): string =>
  [
    row.needsPhoto && '拍照',
    row.needsScan && '扫码',
    ...row.needsSigns.map((one) => SignPart.label(one)),
    row.needsEvaluation && '评价',
  ]
    .filter(Boolean)
    .join('、')

interface ProjectDrawerProps {
  projectId: string | null
  onPrice(row: CareProjectData): void
  onEdit(row: CareProjectData): void
  onClose(): void
}

export function ProjectDrawer({ projectId, onPrice, onEdit, onClose }: ProjectDrawerProps) {
  const shown = useShown(projectId)
  const of = useCall(careProject.calls.get, shown ? { projectId: shown } : null)
  const { data } = of
  return (
    <DetailDrawer
      open={projectId !== null}
      title={data?.projectName ?? '护理项目'}
      about={data && !data.enabled && <StatusTag family="grey">停用</StatusTag>}
      width={720}
      of={of}
      what="护理项目"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            <Allowed needs={careProject.calls.addPrice.needs}>
              <Button onClick={() => onPrice(data)}>设置单价</Button>
            </Allowed>
            <Allowed needs={careProject.calls.save.needs}>
              <Button type="primary" onClick={() => onEdit(data)}>
                修改项目
              </Button>
            </Allowed>
          </DrawerFoot>
        )
      }
    >
      {(one) => (
        <>
          <dl className="yy-care-facts">
            <dt>分类</dt>
            <dd>{one.categoryName}</dd>
            <dt>每次用时</dt>
            <dd>{one.minutes} 分钟</dd>
            <dt>时限</dt>
            <dd>{CareWindow.label(one.window)}</dd>
            <dt>执行时要</dt>
            <dd>{asksFor(one) || '只记时间和执行人'}</dd>
            <dt>说明</dt>
            <dd>{one.remark ?? <span className="yy-none">没有说明</span>}</dd>
            <dt>使用情况</dt>
            <dd>{one.usedBy.join('；') || '没有等级使用，可以删除'}</dd>
          </dl>
          <h3 className="yy-heading yy-below-8">单价</h3>
          {one.charged && one.prices.length === 0 ? (
            <p className="yy-no-margin yy-second">按次收费；您没有查看价格的权限。</p>
          ) : (
            <PriceTable projectId={one.projectId} name={one.projectName} prices={one.prices} />
          )}
        </>
      )}
    </DetailDrawer>
  )
}
