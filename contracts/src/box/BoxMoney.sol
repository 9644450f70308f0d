// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {BoxPrizes} from "./BoxPrizes.sol";
import {IBlindBox} from "./IBlindBox.sol";

/// @notice See IBlindBox. Coin and ERC20s that are held for boxes, and how they leave.
abstract contract BoxMoney is BoxPrizes {
    /// @dev What a payment in an ERC20 may use; a recipient's hook gets no more.
    uint256 private constant TOKEN_GAS = 200_000;

    /// @dev Coin comes with the call, exactly; an ERC20 through the proxy, in full.
    function _takeMoney(uint256 moneyType, address token, uint256 amount) internal {
        if (moneyType != AssetTypes.ERC20) {
            if (msg.value != amount) revert IBlindBox.BoxValueWrong(msg.value, amount);
            return;
        }
        if (msg.value != 0) revert IBlindBox.BoxValueWrong(msg.value, 0);
        uint256 before = IERC20(token).balanceOf(address(this));
        _proxy.erc20safeTransferFrom(token, msg.sender, address(this), amount);
        if (IERC20(token).balanceOf(address(this)) < before + amount) revert IBlindBox.BoxPaymentShort(token, amount);
    }

    /// @dev A payee that can't take it is credited.
    function _payMoney(uint256 moneyType, address token, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (moneyType != AssetTypes.ERC20) return _payCoin(to, amount);
        if (_tryPay(token, to, amount)) return;
        _claimableTokens[token][to] += amount;
        emit IBlindBox.TokensCredited(token, to, amount);
    }

    /// @dev Coin stays here, see `withdraw`.
    function _payFees(uint256 moneyType, address token, address to, uint256 amount) internal {
        if (moneyType == AssetTypes.ERC20) _payMoney(moneyType, token, to, amount);
        else if (amount != 0) _collected += amount;
    }

    function _tryPay(address token, address to, uint256 amount) private returns (bool ok) {
        if (gasleft() < TOKEN_GAS + TOKEN_GAS / 32) revert IBlindBox.BoxGasTooLow(gasleft());
        bytes memory data = abi.encodeCall(IERC20.transfer, (to, amount));
        // Assembly: a high-level call copies what a hostile token says. A false answer is a refusal, none is not.
        assembly ("memory-safe") {
            mstore(0x00, 1)
            ok := call(TOKEN_GAS, token, 0, add(data, 0x20), mload(data), 0x00, 0x20)
            ok := and(ok, eq(mload(0x00), 1))
        }
    }
}
