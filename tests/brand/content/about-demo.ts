export const demoImpact = [{ figure: '12', text: 'calm customers' }];
