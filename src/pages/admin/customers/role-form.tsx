import { useEffect, useRef } from 'react';
import { Form, Link, useLocation, useSubmit } from 'react-router';

import type { CustomerSummary } from '#modules/customers/rules.ts';
import { nameOf } from '#modules/customers/rules.ts';
import { Button } from '#ui/button.tsx';

import { PasswordQuestion } from '../parts/password-question.tsx';
import type { RoleQuestion } from './change-role.server.ts';

function Hidden({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type RoleFormProps = { customer: CustomerSummary; question: RoleQuestion | null };

function Sure({ customer }: { customer: CustomerSummary }) {
  const { pathname, search } = useLocation();
  const ref = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: the focus goes to what is asked in its place.
  useEffect(() => ref.current?.focus(), []);
  return (
    <Form method="post" preventScrollReset className="mt-4 rounded-xl border border-berry bg-blush p-4">
      <Hidden fields={{ userId: customer.id, role: 'customer', sure: '1' }} />
      <p ref={ref} tabIndex={-1} className="mb-3 outline-none">
        {nameOf(customer)} will no longer be able to open these pages.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Yes, remove admin</Button>
        <Link
          to={pathname + search}
          preventScrollReset
          className="inline-flex min-h-12 items-center px-4 text-berry hover:underline"
        >
          Keep as admin
        </Link>
      </div>
    </Form>
  );
}

/** The button that gives or takes the right, and what must be answered first. */
export function RoleForm({ customer, question }: RoleFormProps) {
  const submit = useSubmit();
  const isAdmin = customer.role === 'admin';
  const again = { userId: customer.id, role: question?.role ?? '', sure: '1' };
  return (
    <>
      {question?.ask === 'sure' ? (
        <Sure customer={customer} />
      ) : (
        <Form method="post" preventScrollReset className="mt-4">
          <Hidden fields={{ userId: customer.id, role: isAdmin ? 'customer' : 'admin' }} />
          <Button type="submit" look="second" aria-label={`${isAdmin ? 'Remove' : 'Make'} Admin: ${nameOf(customer)}`}>
            {isAdmin ? 'Remove Admin' : 'Make Admin'}
          </Button>
        </Form>
      )}
      <PasswordQuestion
        asked={question?.ask === 'password' ? question : null}
        onConfirmed={() => void submit(again, { method: 'post', preventScrollReset: true })}
      />
    </>
  );
}
