// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {ExchangeState} from "./ExchangeState.sol";
import {IExchange} from "./IExchange.sol";
import {IExchangeForms} from "./IExchangeForms.sol";
import {Acceptance, Asset, Extra, Fill, Order, OrderKey, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {OwedMoney} from "./OwedMoney.sol";

/// @notice Several fills in one transaction: each is a call of its own, so that it is done as a whole or not at all.
abstract contract ManyFills is ExchangeState {
    using AssetTypes for uint8;
    using Orders for uint256;

    /// @dev The documented form of `exchange`.
    bytes4 private constant EXCHANGE = 0x9cec6392;
    /// @dev `acceptBid` for bytes.
    bytes4 private constant ACCEPT_BY_BYTES = 0xf6f931d5;
    /// @dev The forms of `exchange` for bytes, for a voucher, and for both.
    bytes4 private constant BY_BYTES = 0xb60396cd;
    bytes4 private constant MINTING = 0x5fc7f343;
    bytes4 private constant MINTING_BY_BYTES = 0x0e4af94c;
    /// @dev Gas that one fill may use: a mint for five creators, signed by a contract, takes 545,000 and must have a payout's gas
    /// left. A hostile line costs its buyer all of it, and a payout's gas for each payee it adds.
    uint256 private constant SWEEP_GAS = 740_000;
    /// @dev The same for an ERC20: a fill pays up to seven payees itself, after a mint and an answer of a contract.
    uint256 private constant TOKEN_SWEEP_GAS = 1_000_000;
    /// @dev SWEEP_GAS after the 63/64 rule, plus what comes before and after the fill.
    uint256 private constant SWEEP_GAS_NEEDED = 795_000;
    uint256 private constant TOKEN_SWEEP_GAS_NEEDED = 1_070_000;
    /// @dev The 19 words of a Fill.
    uint256 private constant FILL_BYTES = 608;
    uint256 private constant ORDER_BYTES = 352;
    uint256 private constant SIG_BYTES = 96;
    /// @dev Bids that are accepted at once at most.
    uint256 private constant MOST_BIDS = 50;
    /// @dev Payees that one fill adds at most: the recipients of the royalty, and the seller (coin) or the beneficiary (ERC20).
    uint256 private constant PAYEES_OF_A_FILL = 6;
    /// @dev What a payee that is due an ERC20 may cost: the tried payment, and the transfer of what it refuses to the exchange.
    uint256 private constant TOKEN_PAYOUT_GAS = TokenFees.PAYMENT_GAS + TokenFees.PAYMENT_GAS / 32 + 100_000;
    /// @dev What follows the payouts of a sweep.
    uint256 private constant SWEEP_END_GAS = 100_000;

    function _acceptBids(Acceptance[] calldata bids, address receiver, uint256 leastFills)
        internal
        returns (bool[] memory done)
    {
        // Check
        if (bids.length > MOST_BIDS) revert IExchange.ExchangeTooMany(bids.length, MOST_BIDS);
        _checkFree();
        done = new bool[](bids.length);
        uint256 count;
        // Interaction
        for (uint256 i; i < bids.length; ++i) {
            if (gasleft() < SWEEP_GAS_NEEDED) {
                _checkEnough(count, leastFills);
                break;
            }
            done[i] = _try(_encodeAcceptance(bids[i], receiver), SWEEP_GAS);
            if (done[i]) ++count;
        }
        _checkCount(count, leastFills);
    }

    function _sweep(Fill[] calldata fills, Extra[] calldata extras, address buyer, uint256 leastFills)
        internal
        returns (bool[] memory done)
    {
        // Check
        _checkFree();
        _state = SWEEPING + msg.value;
        done = new bool[](fills.length);
        uint256 count;
        uint256 used;
        bytes memory plain = _encodeFill(buyer);
        (uint8 moneyType, address money) = _moneyOf(fills);
        bool isToken = moneyType == AssetTypes.ERC20;
        // Interaction
        for (uint256 i; i < fills.length; ++i) {
            Fill calldata fill = fills[i];
            _checkMoney(fill.order.key, moneyType, money);
            if (!_hasGasForAnother(isToken)) {
                _checkEnough(count, leastFills);
                break;
            }
            bool isMore = used < extras.length && extras[used].line == i;
            bytes memory data = plain;
            if (isMore) data = _encodeMore(fill, extras[used++], buyer);
            else _copyFill(plain, fill);
            done[i] = _try(data, isToken ? TOKEN_SWEEP_GAS : SWEEP_GAS);
            if (done[i]) ++count;
        }
        _checkCount(count, leastFills);
        uint256 left = _state - SWEEPING;
        _state = ENTERED;
        if (isToken) _payOwedTokens(money);
        else _payOwedCoin();
        if (left != 0) _send(msg.sender, left);
        _state = FREE;
    }

    /// @dev A call of its own, so that it fills as a whole or not at all. Assembly: a high-level call copies what a hostile
    /// item returns.
    function _try(bytes memory data, uint256 gasLimit) private returns (bool ok) {
        assembly ("memory-safe") {
            ok := delegatecall(gasLimit, address(), add(data, 0x20), mload(data), 0, 0)
        }
    }

    function _checkCount(uint256 count, uint256 least) private pure {
        if (count == 0) revert IExchange.ExchangeNothingSwept();
        if (count < least) revert IExchange.ExchangeSweptTooFew(count, least);
    }

    function _encodeAcceptance(Acceptance calldata bid, address receiver) private view returns (bytes memory) {
        Order calldata order = bid.order;
        uint256 amount = _amountLeft(order, bid.amount, bid.leastAmount, order.buying, order.selling);
        // Of what the order offers: a caller may ask for more than there ever was.
        uint256 whole = Math.min(bid.amount, order.selling);
        uint256 least = amount < whole ? Math.mulDiv(bid.leastProceeds, amount, whole) : bid.leastProceeds;
        if (bid.order.key.salt.terms() == Orders.CRITERIA) {
            return abi.encodeCall(
                IExchangeForms.acceptCriteriaBid,
                (
                    bid.order,
                    bid.signature,
                    bid.buyerFee,
                    bid.buyerFeeSig,
                    amount,
                    receiver,
                    least,
                    bid.tokenId,
                    bid.proof
                )
            );
        }
        return abi.encodeWithSelector(
            ACCEPT_BY_BYTES,
            bid.order,
            bid.signature,
            bid.buyerFee,
            bid.buyerFeeSig,
            amount,
            receiver,
            least
        );
    }

    /// @dev The rest of an order for `quantity` items and `total` of the sell side, if it is below `amount` and not below `least`;
    /// else `amount`. A `least` of zero asks for all.
    function _amountLeft(Order calldata order, uint256 amount, uint256 least, uint256 quantity, uint256 total)
        private
        view
        returns (uint256)
    {
        if (least == 0 || quantity == 0) return amount;
        uint256 gone = _filled[order.key.owner][order.key.salt.number()];
        if (gone >= quantity) return amount;
        uint256 left = (quantity - gone) * (total / quantity);
        return left < amount && left >= least ? left : amount;
    }

    /// @dev The words of a Fill are the first arguments of `exchange`, here all zero; all plain lines share these bytes.
    function _encodeFill(address buyer) private pure returns (bytes memory) {
        return abi.encodePacked(EXCHANGE, new bytes(FILL_BYTES), abi.encode(buyer));
    }

    /// @dev The words go on as they came: `exchange` checks them as it decodes them.
    function _copyFill(bytes memory data, Fill calldata fill) private pure {
        assembly ("memory-safe") {
            calldatacopy(add(data, 0x24), fill, FILL_BYTES)
        }
    }

    function _encodeMore(Fill calldata fill, Extra calldata more, address buyer) private view returns (bytes memory) {
        uint256 amount = _amountLeft(fill.order, fill.amount, more.leastAmount, fill.order.selling, fill.order.selling);
        if (more.signature.length == 0) {
            if (more.voucher.length == 0) return _encodeExchange(fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, amount, buyer);
            return abi.encodeWithSelector(
                MINTING, fill.order, fill.sig, fill.buyerFee, fill.buyerFeeSig, amount, buyer, more.voucher
            );
        }
        if (more.voucher.length == 0) {
            return abi.encodeWithSelector(
                BY_BYTES, fill.order, more.signature, fill.buyerFee, fill.buyerFeeSig, amount, buyer
            );
        }
        return abi.encodeWithSelector(
            MINTING_BY_BYTES, fill.order, more.signature, fill.buyerFee, fill.buyerFeeSig, amount, buyer, more.voucher
        );
    }

    /// @dev Each payee is paid once, with the gas of a single payout.
    function _payOwedCoin() private {
        uint256 count = OwedMoney.count();
        OwedMoney.close();
        for (uint256 i; i < count; ++i) {
            (address payee, uint256 amount) = OwedMoney.take(i);
            _payCoin(payee, amount);
        }
    }

    /// @dev Each payee is paid the sum of what came after its first payment; what it refuses now is held as a fee is. A caller
    /// that kept too little for the sums reverts the sweep.
    function _payOwedTokens(address token) private {
        ITransferProxy proxy = ITransferProxy(IExchange(address(this)).transferProxy());
        uint256 count = OwedMoney.count();
        OwedMoney.close();
        OwedMoney.closeDue();
        for (uint256 i; i < count; ++i) {
            (address payee, uint256 amount) = OwedMoney.takeNoted(i);
            if (amount == 0) continue;
            TokenFees.checkGas();
            TokenFees.pay(proxy, token, msg.sender, payee, amount);
        }
    }

    /// @dev The money of the first line, coin or an ERC20.
    function _moneyOf(Fill[] calldata fills) private pure returns (uint8 moneyType, address token) {
        if (fills.length == 0) revert IExchange.ExchangeNothingSwept();
        OrderKey calldata key = fills[0].order.key;
        (moneyType, token) = (key.buyAsset.assetType, key.buyAsset.token);
        if (moneyType.isItem()) revert IExchange.ExchangeSidesUnsupported(key.sellAsset.assetType, moneyType);
    }

    /// @dev The line is for the money of the first.
    function _checkMoney(OrderKey calldata key, uint8 moneyType, address token) private pure {
        Asset calldata money = key.buyAsset;
        if (money.assetType == moneyType && money.token == token) return;
        if (money.assetType.isItem()) revert IExchange.ExchangeSidesUnsupported(key.sellAsset.assetType, money.assetType);
        revert IExchange.ExchangeMoneyMixed(money.token, token);
    }

    function _checkFree() private view {
        if (_state != FREE) revert IPayouts.PayoutReentered();
    }

    /// @dev Where the gas does not suffice for one more, what is done must be enough.
    function _checkEnough(uint256 count, uint256 least) private view {
        if (count == 0 || count < least) revert IPayouts.PayoutGasTooLow(gasleft());
    }

    /// @dev Whether one more fill, and the payouts of all payees there may be then, fit into the gas that is left.
    function _hasGasForAnother(bool isToken) private view returns (bool) {
        uint256 needed = isToken
            ? TOKEN_SWEEP_GAS_NEEDED + (OwedMoney.countDue() + PAYEES_OF_A_FILL) * TOKEN_PAYOUT_GAS
            : SWEEP_GAS_NEEDED + (OwedMoney.count() + PAYEES_OF_A_FILL) * PAYOUT_GAS_NEEDED;
        return gasleft() >= needed + SWEEP_END_GAS;
    }

    /// @dev The documented call.
    function _encodeExchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(EXCHANGE, order, sig, buyerFee_, buyerFeeSig, amount, buyer);
    }

    /// @dev The documented call without a signature. The words go on as they came: the call checks them as it decodes them.
    function _encodeUnsigned(Order calldata order, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        internal
        pure
        returns (bytes memory)
    {
        bytes calldata orderWords;
        bytes calldata sigWords;
        assembly ("memory-safe") {
            orderWords.offset := order
            orderWords.length := ORDER_BYTES
            sigWords.offset := buyerFeeSig
            sigWords.length := SIG_BYTES
        }
        bytes32 none;
        return abi.encodePacked(
            EXCHANGE, orderWords, none, none, none, buyerFee_, sigWords, amount, uint256(uint160(buyer))
        );
    }
}
