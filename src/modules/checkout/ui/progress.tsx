import { classes } from '#ui/classes.ts';

const steps = [
  { title: 'Information', text: 'Contact & shipping' },
  { title: 'Payment', text: 'Secure checkout' },
  { title: 'Complete', text: 'Order confirmation' },
];

/** Progress through the three steps of the checkout. */
export function Progress({ step }: { step: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Checkout progress" className="grid grid-cols-3 gap-2 text-xs leading-4 sm:text-sm sm:leading-6">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          aria-current={index + 1 === step ? 'step' : undefined}
          className={classes('border-t-4 pt-1 sm:pt-2', index < step ? 'border-berry' : 'border-petal text-soft')}
        >
          <span className="block font-medium">{`${index + 1} ${title}`}</span>
          <span className="block">{text}</span>
        </li>
      ))}
    </ol>
  );
}
