import { useState, type FormEvent } from 'react';

import type { ReturnOffer } from '../returns.ts';
import { formText } from '#shared/form-values.ts';
import { longDay } from '#shared/shop-time.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#modules/api-client.ts';
import { SelectField, TextAreaField } from '#ui/field.tsx';
import { focusIfLost } from '#ui/focus.ts';
import { toast } from '#ui/toast.tsx';
import { workForm } from '#ui/typed-text.ts';

type RequestReturnProps = {
  offer: ReturnOffer;
  /**
   * Signed token of the order for visitors without an account; else the number of the signed-in
   * customer's own order.
   */
  order: { token: string } | { orderNumber: string };
};

const underWay = {
  requested: {
    text: 'We got your return request. We’ll email you a prepaid label',
    refund: ', and refund you once the package arrives.',
  },
  received: { text: 'Your return has arrived', refund: '. Your refund is on its way.' },
};

function chosenIn(form: FormData, offer: ReturnOffer) {
  return offer.items
    .map(({ productId }) => ({ productId, quantity: Number(form.get(`quantity-${productId}`)) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Sends the request for a return. Returns its state and the message of a refusal. */
function useRequest({ offer, order }: RequestReturnProps) {
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (form: FormData) => {
    setBusy(true);
    const input = { ...order, reason: formText(form, 'reason'), items: chosenIn(form, offer) };
    const answer = await call('POST /request-return', input);
    setBusy(false);
    setProblem(answer.ok ? null : answer.message);
    setSent(answer.ok);
    if (answer.ok) toast({ title: 'Return requested' });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void send(new FormData(event.currentTarget));
  };
  return { isSent, problem, busy, submit };
}

function Quantity({ item }: { item: ReturnOffer['items'][number] }) {
  const { productId, name, quantity } = item;
  return (
    <SelectField
      id={`quantity-${productId}`}
      name={`quantity-${productId}`}
      label={name}
      defaultValue={quantity === 1 ? '1' : '0'}
    >
      {Array.from({ length: quantity + 1 }, (_, units) => (
        <option key={units} value={units}>
          {units === 0 ? 'Keep all' : `Return ${units}`}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Lets a customer request a return within the published window. Renders nothing if nothing can be
 * returned.
 */
export function RequestReturn(props: RequestReturnProps) {
  const { offer } = props;
  const { isSent, problem, busy, submit } = useRequest(props);
  const state = isSent ? 'requested' : offer.underWay;
  if (state !== null) {
    const { text, refund } = underWay[state];
    return (
      <p ref={isSent ? focusIfLost : undefined} role="status" tabIndex={-1} className="outline-none">
        {`${text}${offer.bringsRefund ? refund : '.'}`}
      </p>
    );
  }
  if (!offer.isOpen || offer.items.length === 0) return null;
  return (
    <details className="noscript:hidden">
      <summary className="flex min-h-12 items-center font-medium text-berry">Return an item</summary>
      <form {...workForm} onSubmit={submit} className="space-y-4 pt-2">
        {offer.until === null ? null : (
          <p className="text-soft">{`You can return it until ${longDay(offer.until)}.`}</p>
        )}
        {offer.items.map((item) => (
          <Quantity key={item.productId} item={item} />
        ))}
        <TextAreaField
          id="return-reason"
          name="reason"
          label="Why do you send it back? (optional)"
          rows={3}
          maxLength={500}
        />
        {problem === null ? null : (
          <p role="alert" className="text-berry">
            {problem}
          </p>
        )}
        <Button type="submit" busy={busy} aria-disabled={busy}>
          {busy ? 'One moment...' : 'Request Return'}
        </Button>
      </form>
    </details>
  );
}
