// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset, Sig} from "../exchange/OrderTypes.sol";
import {Claims} from "../fees/Claims.sol";
import {Fees} from "../fees/Fees.sol";
import {IFees} from "../fees/IFees.sol";
import {BlindBoxModule} from "./BlindBoxModule.sol";
import {BlockHashes} from "./BlockHashes.sol";
import {BoxMoney} from "./BoxMoney.sol";
import {BoxShapes} from "./BoxShapes.sol";
import {BoxState} from "./BoxState.sol";
import {Box, BoxOrder, Request} from "./BoxTypes.sol";
import {Boxes} from "./Boxes.sol";
import {Draws} from "./Draws.sol";
import {IBlindBox} from "./IBlindBox.sol";
import {Stocks} from "./Stocks.sol";

/// @notice See IBlindBox. Its fallback runs what the owner of a series does, see IBoxSeries, in the module that its constructor made.
contract BlindBox is IBlindBox, BoxMoney, Claims, Fees {
    using AssetTypes for uint8;
    using Boxes for BoxOrder;
    using Stocks for mapping(uint256 word => uint256);

    /// @dev Seconds in which a reveal is possible; after them only the refund is, so that no account can choose between the two.
    uint256 private constant REVEAL_TIME = 30 minutes;
    /// @dev What all deliveries of a request together may use, so that 100 hostile ones fit into a transaction (EIP-7825).
    uint256 private constant DELIVERIES_GAS = 10_000_000;
    /// @dev Blocks in which the oldest request can be drawn before the next one is refused: by then an account that
    /// knows the pre-image knows what is left, and buyers do not.
    uint256 private constant DRAW_BLOCKS = 10;
    /// @dev No minimum is above it, so `Fees` compares nothing: a series met its minimum when it was registered.
    uint256 private constant ANY_MINIMUM = 1000;

    /// @inheritdoc IBlindBox
    address public immutable module;

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_
    )
        BoxState(transferProxy_)
        Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_)
    {
        module = address(new BlindBoxModule(transferProxy_));
    }

    /// @dev As in the exchange.
    fallback(bytes calldata data) external payable returns (bytes memory) {
        if (!LowLevelCall.delegatecallNoReturn(module, data)) LowLevelCall.bubbleRevert();
        return LowLevelCall.returnData();
    }

    /// @inheritdoc IBlindBox
    function open(bytes32 id, uint256 boxes) external payable guarded {
        Box storage box = _known(id);
        uint256 fee = box.moneyType > AssetTypes.ERC20 ? 0 : buyerFee();
        _request(id, box, boxes, msg.sender, fee);
    }

    /// @inheritdoc IBlindBox
    function open(BoxOrder calldata order, Sig calldata, uint256 buyerFee_, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable
        guarded
    {
        bytes32 id = order.hash();
        Box storage box = _known(id);
        if (box.moneyType <= AssetTypes.ERC20) _checkFees(id, ANY_MINIMUM, buyerFee_, buyerFeeSig);
        else if (buyerFee_ != 0) revert BoxTicketFee(buyerFee_);
        _request(id, box, amount, buyer == address(0) ? msg.sender : buyer, buyerFee_);
    }

    /// @inheritdoc IBlindBox
    function reveal(bytes32 id, bytes32 preimage) external guarded {
        Box storage box = _known(id);
        // Check
        (uint256 number, Request memory request) = _oldest(id, box);
        if (box.isStopped) revert BoxStopped(id);
        if (_isLate(request)) revert BoxRevealLate(request.time + REVEAL_TIME);
        uint256 deciding = uint256(request.blockNumber) + 1;
        if (block.number <= deciding) revert BoxRevealEarly(deciding + 1);
        if (keccak256(abi.encode(preimage)) != box.anchor) revert BoxPreimageWrong(preimage);
        bytes32 blockHash = BlockHashes.find(deciding);
        if (blockHash == 0) revert BoxBlockHashGone(deciding);
        // Effect
        box.anchor = preimage;
        _close(id, box, number, request.boxes);
        emit Revealed(id, number, preimage, blockHash);
        uint256[] memory kinds = _draw(id, box, request.boxes, Draws.seedOf(preimage, blockHash, id, number));
        // Interaction
        uint256 gasEach = DELIVERIES_GAS / kinds.length;
        _deliver(id, request.buyer, kinds, gasEach < ITEM_GAS ? gasEach : ITEM_GAS);
        _payOwner(id, box, request);
    }

    /// @inheritdoc IBlindBox
    function refund(bytes32 id) external guarded {
        Box storage box = _known(id);
        // Check
        (uint256 number, Request memory request) = _oldest(id, box);
        if (!box.isStopped && !_isLate(request)) revert BoxRefundEarly(request.time + REVEAL_TIME);
        // Effect
        uint256 bond = uint256(request.boxes) * box.bondEach;
        box.isStopped = true;
        ++_missed[id];
        box.left += request.boxes;
        box.bond -= uint128(bond);
        _close(id, box, number, request.boxes);
        emit Refunded(id, number, request.buyer, request.boxes);
        // Interaction
        uint256 price = uint256(box.price) * request.boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType > AssetTypes.ERC20) {
            _returnTicket(id, _ticketOf(box), request.buyer, price);
            _payMoney(AssetTypes.COIN, address(0), request.buyer, bond);
        } else {
            _payMoney(moneyType, box.money, request.buyer, price + (price * request.fee) / BPS + bond);
        }
    }

    /// @inheritdoc IBlindBox
    function collect(bytes32 id, uint256 kind, uint256 count, address account, address to) external guarded {
        // Check
        if (msg.sender != account && to != account) revert PayoutCallerNotAccount(msg.sender, account);
        uint256 waiting = _kept[id][account][kind];
        if (count == 0 || count > waiting) revert BoxNothingKept(account, kind, waiting);
        // Effect
        _kept[id][account][kind] = waiting - count;
        emit PrizeCollected(id, account, kind, count, to);
        // Interaction
        _give(id, kind == TICKET ? _ticketOf(_boxes[id]) : _prizes[id][kind], to, count, kind);
    }

    /// @inheritdoc IBlindBox
    function claimTokens(address token, address account, address to) external guarded {
        // Check
        if (msg.sender != account && to != account) revert PayoutCallerNotAccount(msg.sender, account);
        uint256 amount = _claimableTokens[token][account];
        if (amount == 0) revert PayoutNothingDue(account);
        // Effect
        _claimableTokens[token][account] = 0;
        emit TokensClaimed(token, account, to, amount);
        // Interaction
        SafeERC20.safeTransfer(IERC20(token), to, amount);
    }

    /// @notice Takes only what this contract has just asked for: anything else would lie here for ever.
    function onERC721Received(address mover, address, uint256, bytes calldata) external view returns (bytes4) {
        return _isAsked(mover) ? this.onERC721Received.selector : bytes4(0);
    }

    /// @notice The same for ERC1155.
    function onERC1155Received(address mover, address, uint256, uint256, bytes calldata) external view returns (bytes4) {
        return _isAsked(mover) ? this.onERC1155Received.selector : bytes4(0);
    }

    /// @inheritdoc IBlindBox
    function transferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IBlindBox
    function erc20TransferProxy() external view returns (address) {
        return address(_proxy);
    }

    /// @inheritdoc IBlindBox
    function kept(bytes32 id, address account, uint256 kind) external view returns (uint256) {
        return _kept[id][account][kind];
    }

    /// @inheritdoc IBlindBox
    function claimableTokens(address token, address account) external view returns (uint256) {
        return _claimableTokens[token][account];
    }

    /// @inheritdoc IBlindBox
    function missedOf(bytes32 id) external view returns (uint256) {
        return _missed[id];
    }

    /// @inheritdoc IBlindBox
    function boxOf(bytes32 id) external view returns (Box memory) {
        return _boxes[id];
    }

    /// @inheritdoc IBlindBox
    function requestOf(bytes32 id, uint256 number) external view returns (Request memory) {
        return _requests[id][number];
    }

    /// @inheritdoc IBlindBox
    function leftOf(bytes32 id) external view returns (uint256[] memory) {
        return _stocks[id].read(_boxes[id].kinds);
    }

    /// @inheritdoc IFees
    function beneficiary() public view override(IFees, Fees, Claims) returns (address) {
        return Fees.beneficiary();
    }

    function _takeCollected() internal override returns (uint256 amount) {
        amount = _collected;
        _collected = 0;
    }

    function _request(bytes32 id, Box storage box, uint256 boxes, address buyer, uint256 fee) private {
        // Check
        _checkNotPaused();
        _checkOpen(id, box, boxes);
        // Effect
        uint256 number = box.next;
        box.left -= uint32(boxes);
        box.pending += uint32(boxes);
        box.next = uint32(number + 1);
        _requests[id][number] = Request(buyer, uint8(boxes), uint40(block.number), uint32(block.timestamp), uint16(fee));
        _logRequest(id, box, number, boxes, buyer, fee);
        // Interaction
        uint256 price = uint256(box.price) * boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType <= AssetTypes.ERC20) return _takeMoney(moneyType, box.money, price + (price * fee) / BPS);
        if (msg.value != 0) revert BoxValueWrong(msg.value, 0);
        if (!_takeItem(id, _ticketOf(box), msg.sender, price)) revert BoxPaymentShort(box.money, price);
    }

    function _checkOpen(bytes32 id, Box storage box, uint256 boxes) private view {
        if (block.timestamp < box.startTime) revert BoxNotStarted(box.startTime);
        if (block.timestamp >= box.endTime) revert BoxEnded(box.endTime);
        if (boxes == 0 || boxes > BoxShapes.most(box)) revert BoxQuantityInvalid(boxes);
        if (boxes > box.left) revert BoxSoldOut(box.left);
        if (box.isStopped) revert BoxStopped(id);
        if (box.head != box.next) _checkOldest(id, box.head);
        if (box.next >= box.chainEnd) revert BoxChainUsedUp(box.chainEnd);
        uint256 needed = (box.pending + boxes) * box.bondEach;
        if (box.bond < needed) revert BoxBondShort(box.bond, needed);
    }

    /// @dev No request joins those that will be refunded, for the sake of the bond, nor one whose draw the owner knows.
    function _checkOldest(bytes32 id, uint256 number) private view {
        Request memory oldest = _requests[id][number];
        if (_isLate(oldest)) revert BoxStopped(id);
        if (block.number > oldest.blockNumber + 1 + DRAW_BLOCKS) revert BoxDrawOverdue(number);
    }

    function _logRequest(bytes32 id, Box storage box, uint256 number, uint256 boxes, address buyer, uint256 fee) private {
        uint256 tokenId = box.moneyType > AssetTypes.ERC20 ? box.moneyId : 0;
        emit Open(box.owner, box.money, tokenId, uint256(box.price) * box.boxes, buyer, boxes, box.salt);
        emit Requested(id, number, buyer, boxes, fee);
    }

    /// @dev What is drawn, or refunded, waits no more.
    function _close(bytes32 id, Box storage box, uint256 number, uint256 boxes) private {
        box.head = uint32(number + 1);
        box.pending -= uint32(boxes);
        delete _requests[id][number];
    }

    function _draw(bytes32 id, Box storage box, uint256 boxes, bytes32 seed) private returns (uint256[] memory kinds) {
        uint256[] memory left = _stocks[id].read(box.kinds);
        kinds = Draws.draw(left, boxes, box.opening, box.repeat, seed);
        _stocks[id].write(left);
        for (uint256 i; i < kinds.length; ++i) {
            emit OpenIndex(kinds[i]);
        }
    }

    function _payOwner(bytes32 id, Box storage box, Request memory request) private {
        uint256 price = uint256(box.price) * request.boxes;
        uint8 moneyType = box.moneyType;
        if (moneyType > AssetTypes.ERC20) return _burnTicket(id, _ticketOf(box), price);
        uint256 sellerPart = (price * box.sellerFee) / BPS;
        _payFees(moneyType, box.money, beneficiary(), sellerPart + (price * request.fee) / BPS);
        _payMoney(moneyType, box.money, box.owner, price - sellerPart);
    }

    function _oldest(bytes32 id, Box storage box) private view returns (uint256 number, Request memory request) {
        number = box.head;
        request = _requests[id][number];
        if (request.boxes == 0) revert BoxNothingPending(id);
    }

    function _isAsked(address mover) private view returns (bool) {
        return _state == ENTERED && mover == address(_proxy);
    }

    function _isLate(Request memory request) private view returns (bool) {
        return block.timestamp >= request.time + REVEAL_TIME;
    }

    function _ticketOf(Box storage box) private view returns (Asset memory) {
        return Asset(box.money, box.moneyId, box.moneyType);
    }
}
