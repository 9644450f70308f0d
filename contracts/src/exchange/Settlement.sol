// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {Royalties} from "../fees/Royalties.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {ExchangeState} from "./ExchangeState.sol";
import {IExchange} from "./IExchange.sol";
import {Asset} from "./OrderTypes.sol";
import {OwedMoney} from "./OwedMoney.sol";

/// @notice What a fill moves: the item, its price, the fees and the royalties.
abstract contract Settlement is ExchangeState {
    uint256 private constant BPS = 10_000;

    /// @dev One fill, taken apart: the item goes from `seller` to `itemTo`, the money from `payer` to `moneyTo`.
    struct Trade {
        address seller;
        address itemTo;
        address payer;
        address moneyTo;
        uint256 items;
        uint256 price;
        uint256 sellerFee;
        uint256 buyerFee;
        address beneficiary;
        uint256 mostRoyalty;
    }

    ITransferProxy internal immutable _proxy;
    /// @dev The chain's coin as an ERC20: it moves all or reverts, so what arrived is not measured. Zero where none is known.
    address internal immutable _wrappedCoin;

    constructor(address transferProxy_, address wrappedCoin_) {
        _proxy = ITransferProxy(transferProxy_);
        _wrappedCoin = wrappedCoin_;
    }

    /// @dev The item first, then its price: a seller that is paid could empty an item that holds something. Royalties are
    /// read before either, so that the item's receiver cannot change them.
    /// @param state the state in which the fill began
    /// @return next the state it leaves behind
    function _settle(Asset calldata item, Asset calldata money, Trade memory trade, uint256 state) internal returns (uint256 next) {
        uint256 buyerPart = (trade.price * trade.buyerFee) / BPS;
        uint256 due;
        if (money.assetType == AssetTypes.COIN) {
            due = trade.price + buyerPart;
        } else if (money.token == item.token) {
            // A payment in the item's own token (ERC-404) may take the item back. Checked here, so that coin costs no more for it.
            revert IExchange.ExchangeMoneyInvalid(money.token, money.tokenId, money.assetType);
        }
        (address[] memory recipients, uint256[] memory amounts) = Royalties.read(item.token, item.tokenId, trade.price);
        if (trade.mostRoyalty != 0) _checkRoyalty(trade, recipients, amounts);
        uint256 sellerPart = (trade.price * trade.sellerFee) / BPS;
        next = _draw(state, due);
        _move(item, trade);
        if (due != 0) {
            _payInCoin(trade.moneyTo, trade.price - sellerPart, recipients, amounts, state != FREE);
        } else {
            _payInToken(money.token, trade, buyerPart + sellerPart, sellerPart, recipients, amounts, state != FREE);
        }
    }

    /// @dev What others are owed. Rounded up, since a collection may round its part up.
    function _checkRoyalty(Trade memory trade, address[] memory recipients, uint256[] memory amounts) private pure {
        uint256 most = Math.ceilDiv(trade.price * trade.mostRoyalty, BPS);
        uint256 royalty;
        for (uint256 i; i < recipients.length; ++i) {
            if (_isOwed(recipients[i], amounts[i], trade.moneyTo)) royalty += amounts[i];
        }
        if (royalty > most) revert IExchange.ExchangeRoyaltyAboveMost(royalty, most);
    }

    /// @dev Exactly what is due comes with the fill, or is left of the coin of its sweep.
    function _draw(uint256 state, uint256 due) private view returns (uint256) {
        if (state == FREE) {
            if (msg.value != due) revert IExchange.ExchangeValueWrong(msg.value, due);
            return FREE;
        }
        if (state < SWEEPING + due) revert IExchange.ExchangeValueWrong(state - SWEEPING, due);
        return state - due;
    }

    /// @dev The fees stay here, see `withdraw`. A sweep pays each payee once, at its end.
    function _payInCoin(address to, uint256 rest, address[] memory recipients, uint256[] memory amounts, bool isSweep) private {
        for (uint256 i; i < recipients.length; ++i) {
            (address recipient, uint256 amount) = (recipients[i], amounts[i]);
            if (!_isOwed(recipient, amount, to)) continue;
            rest -= amount;
            _payOrOwe(recipient, amount, isSweep);
        }
        _payOrOwe(to, rest, isSweep);
    }

    function _payOrOwe(address to, uint256 amount, bool isSweep) private {
        if (!isSweep) return _payCoin(to, amount);
        // As a payout does: what is left now was there when the royalty was read, so no seller's answer hides a royalty.
        if (gasleft() < PAYOUT_GAS_NEEDED) revert IPayouts.PayoutGasTooLow(gasleft());
        OwedMoney.add(to, amount);
    }

    /// @dev A royalty that does not arrive stays with the seller.
    function _payInToken(
        address token,
        Trade memory trade,
        uint256 feePart,
        uint256 sellerPart,
        address[] memory recipients,
        uint256[] memory amounts,
        bool isSweep
    ) private {
        address to = trade.moneyTo;
        uint256 rest = trade.price - sellerPart;
        // Also where no fee is paid now: what is left was there when the royalty was read, so no gas limit hides a royalty.
        TokenFees.checkGas();
        if (feePart != 0 && !_tryPay(token, trade.payer, trade.beneficiary, feePart, isSweep)) {
            TokenFees.hold(_proxy, token, trade.payer, feePart);
        }
        for (uint256 i; i < recipients.length; ++i) {
            (address recipient, uint256 amount) = (recipients[i], amounts[i]);
            if (!_isOwed(recipient, amount, to)) continue;
            if (_tryPay(token, trade.payer, recipient, amount, isSweep)) rest -= amount;
        }
        // One unit could be an NFT dressed as an ERC20.
        if (rest == 1) revert IExchange.ExchangePaymentShort(token, rest);
        if (rest < _leastProceeds) revert IExchange.ExchangeProceedsBelowLeast(rest, _leastProceeds);
        if (token == _wrappedCoin) return _proxy.erc20safeTransferFrom(token, trade.payer, to, rest);
        uint256 before = IERC20(token).balanceOf(to);
        _proxy.erc20safeTransferFrom(token, trade.payer, to, rest);
        if (IERC20(token).balanceOf(to) < before + rest) revert IExchange.ExchangePaymentShort(token, rest);
    }

    /// @dev A payee that this sweep has paid once is paid the rest at its end.
    function _tryPay(address token, address payer, address payee, uint256 amount, bool isSweep) private returns (bool arrives) {
        if (isSweep && OwedMoney.addIfNoted(payee, amount)) return true;
        TokenFees.checkGas();
        arrives = TokenFees.tryPay(_proxy, token, payer, payee, amount, TokenFees.PAYMENT_GAS);
        if (isSweep && arrives) OwedMoney.note(payee);
    }

    function _move(Asset calldata item, Trade memory trade) private {
        uint8 assetType = item.assetType == AssetTypes.MINTED ? _takeMinted() : item.assetType;
        if (assetType == AssetTypes.ERC1155) {
            _proxy.erc1155safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId, trade.items, "");
        } else if (assetType == AssetTypes.ERC721) {
            _proxy.erc721safeTransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else if (assetType == AssetTypes.ERC721_OLD) {
            _proxy.erc721TransferFrom(item.token, trade.seller, trade.itemTo, item.tokenId);
        } else if (assetType != DELIVERED) {
            revert IExchange.ExchangeVoucherMissing(item.token, item.tokenId);
        }
    }

    function _takeMinted() private returns (uint8 minted) {
        minted = _minted;
        _minted = 0;
    }

    function _isOwed(address recipient, uint256 amount, address seller) private pure returns (bool) {
        return recipient != address(0) && amount != 0 && recipient != seller;
    }
}
