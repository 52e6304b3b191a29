import type { ProductDesk } from '#modules/catalog/editing/service.server.ts';
import { promotionName } from '#modules/discounts/rules.ts';
import { Field } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { momentText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';
import { SaveForm } from '../forms/save-form.tsx';
import { Panel } from '../parts/panel.tsx';

type PromotionProps = { product: ProductDesk['product']; stamp: string; isOnSale: boolean; answer: Answer | undefined };

/** The promotion that needs no code: on or off, with dates where it has some. */
export function Promotion({ product, stamp, isOnSale, answer }: PromotionProps) {
  const { promotionIsOn, promotionStartsAt, promotionEndsAt } = product;
  const field = fieldsOf('promotion', answer, {
    promotionStartsAt: momentText(promotionStartsAt),
    promotionEndsAt: momentText(promotionEndsAt),
  });
  const isRefused = answer?.form === 'promotion' && !answer.outcome.ok;
  return (
    <Panel title={promotionName}>
      <p className="mb-4 text-soft">
        Every third unit is free, without a code. It runs while the product has a sale price
        {isOnSale ? '.' : ', which it has not at the moment.'}
      </p>
      <SaveForm name="promotion" label="Save promotion" look="second" values={{ stamp }}>
        <CheckField
          id="promotion-promotionIsOn"
          name="promotionIsOn"
          label="Switched on"
          defaultChecked={isRefused ? answer.typed.promotionIsOn === 'on' : promotionIsOn}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...field('promotionStartsAt')} label="From (UTC, optional)" type="datetime-local" />
          <Field {...field('promotionEndsAt')} label="Until (UTC, optional)" type="datetime-local" />
        </div>
      </SaveForm>
    </Panel>
  );
}
