// One drug of the dictionary: what it is, how it is kept, what must be watched, and who needs it.
import { Button } from 'antd'
import { type DrugData, drugDict } from '#contract/drug/dict'
import { DrugStorage, HighAlert, qtyText } from '#contract/drug/drugWords'
import { DrugFace } from '#web/areas/drug/drugFace.part'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import './dict.css'

const factsOf = (one: DrugData): readonly (readonly [label: string, value: string | null])[] => [
  ['有效成分', one.substance],
  ['剂型', one.formName],
  ['类型', [one.drugTypeName, one.manageClassName].filter(Boolean).join('，') || null],
  ['生产厂家', one.maker],
  ['批准文号', one.approvalNo],
  ['包装', `1 ${one.packUnit} = ${qtyText(one.packFactor)} ${one.unitName}`],
  ['单位含量', one.strength ? `每${one.unitName} ${qtyText(one.strength)} ${one.strengthUnit}` : null],
  ['贮藏', `${DrugStorage.label(one.storage)}${one.lightProof ? '，避光' : ''}`],
  ['开封后', one.openDays ? `可用 ${one.openDays} 天` : null],
  ['高警示', one.highAlert ? `${HighAlert.label(one.highAlert)}：双人核对` : null],
  ['易混淆', one.lookAlike],
  ['掰开、碾碎', one.noCrush ? '不可以' : '可以'],
  ['过敏禁用', one.allergyNames.length > 0 ? one.allergyNames.join('、') : null],
  ['说明', one.remark],
]

interface DrugDrawerProps {
  drugId: string | null
  onEdit(row: DrugData): void
  onClose(): void
}

export function DrugDrawer({ drugId, onEdit, onClose }: DrugDrawerProps) {
  const shown = useShown(drugId)
  const of = useCall(drugDict.calls.get, shown ? { drugId: shown } : null)
  const { data } = of
  return (
    <DetailDrawer
      open={drugId !== null}
      title={data ? `${data.drugName} ${data.spec}` : '药品'}
      about={data && !data.enabled && <StatusTag family="grey">停用</StatusTag>}
      width={720}
      of={of}
      what="药品"
      onClose={onClose}
      foot={
        data && (
          <DrawerFoot>
            <Allowed needs={drugDict.calls.save.needs}>
              <Button type="primary" onClick={() => onEdit(data)}>
                修改药品
              </Button>
            </Allowed>
          </DrawerFoot>
        )
      }
    >
      {(one) => (
        <>
          <div className="yy-below-16">
            <DrugFace row={one} />
          </div>
          <dl className="yy-drug-facts">
            {factsOf(one).map(([label, value]) => (
              <div key={label} className="yy-drug-fact">
                <dt>{label}</dt>
                <dd>{value ?? <span className="yy-none">—</span>}</dd>
              </div>
            ))}
          </dl>
          <h3 className="yy-heading yy-below-8">使用情况</h3>
          <p className="yy-no-margin">{one.usedBy.join('；') || '没有老人使用，也没有收发记录，可以删除'}</p>
        </>
      )}
    </DetailDrawer>
  )
}
