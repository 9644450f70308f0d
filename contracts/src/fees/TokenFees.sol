// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {IFees} from "./IFees.sol";
import {IPayouts} from "./IPayouts.sol";

/// @notice Payments in an ERC20 that may fail without failing the trade.
library TokenFees {
    /// @notice Gas that a tried payment gets, the hook of its recipient included.
    uint256 internal constant PAYMENT_GAS = 200_000;

    /// @notice Refuses where the 63/64 rule would leave a tried payment less than its gas, so that no gas limit hides one.
    function checkGas() internal view {
        if (gasleft() < PAYMENT_GAS + PAYMENT_GAS / 32) revert IPayouts.PayoutGasTooLow(gasleft());
    }

    /// @notice Whether `amount` reached `to`; the token may take at most `gasLimit`.
    /// @dev The caller has checked that the 63/64 rule leaves that much.
    function tryPay(ITransferProxy proxy, address token, address payer, address to, uint256 amount, uint256 gasLimit)
        internal
        returns (bool)
    {
        try proxy.erc20safeTransferFrom{gas: gasLimit}(token, payer, to, amount) {
            return true;
        } catch {
            return false;
        }
    }

    /// @notice Pays the platform's fee, or holds it here where the token refuses the beneficiary: no account that a token
    /// blocks stops the trade in it.
    function pay(ITransferProxy proxy, address token, address payer, address beneficiary, uint256 amount) internal {
        if (tryPay(proxy, token, payer, beneficiary, amount, PAYMENT_GAS)) return;
        hold(proxy, token, payer, amount);
    }

    /// @notice Takes what the token refused its payee.
    function hold(ITransferProxy proxy, address token, address payer, uint256 amount) internal {
        proxy.erc20safeTransferFrom(token, payer, address(this), amount);
        emit IFees.TokenFeesHeld(token, amount);
    }

    /// @notice Sends all of `token` that is held here to `beneficiary`.
    function withdraw(address token, address beneficiary) internal {
        uint256 amount = IERC20(token).balanceOf(address(this));
        if (amount == 0) revert IFees.FeesNothingHeld(token);
        emit IFees.TokenFeesWithdrawn(token, beneficiary, amount);
        SafeERC20.safeTransfer(IERC20(token), beneficiary, amount);
    }
}
