import { Link } from 'react-router';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { SureQuestion } from './sure-question.tsx';

const form = 'reset-second-factor';

/** Button that resets a lost second factor, with its confirmation. An admin's own is not reset. */
export function SecondFactorForm({ name, isOwn }: { name: string; isOwn: boolean }) {
  const { question, values } = useAnswer(form) ?? {};
  if (isOwn) {
    return (
      <Link to="/account/security" className="inline-flex min-h-12 items-center text-berry hover:underline">
        Change your own second factor
      </Link>
    );
  }
  if (question === 'sure' || (question === 'password' && values?.sure === '1')) {
    const text = `Only do this if you know that ${name} asks for it. Until a new authenticator is set up, the password alone signs in. Every device is signed out, and both of you get an email.`;
    return (
      <SureQuestion text={text} keep="Keep the second factor">
        <ActionForm name={form} submit="Yes, reset it" hidden={{ sure: '1' }} />
      </SureQuestion>
    );
  }
  return <ActionForm name={form} submit="Reset second factor" look="second" />;
}
