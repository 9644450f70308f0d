// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {Test} from "../../base/Test.sol";
import {PlainERC1155} from "../../base/PlainTokens.sol";
import {OldERC20} from "../../base/Tokens.sol";

/// @notice Opens one series in every order, and keeps its own books.
contract BoxHandler is Test {
    uint256 private constant PRICE = 1 ether;
    uint256 private constant DUE = 1.025 ether;
    uint256 private constant LENGTH = 12;
    uint256 private constant TICKET = 255;

    IFullBlindBox private box;
    bytes32 private id;
    Asset private money;
    uint256 private chain;
    uint256 private first;
    uint256 private now_ = 1_800_000_000;
    uint256 private height = 100;

    HostilePayee public picky = new HostilePayee();
    HostilePayee public poor = new HostilePayee();
    uint256 public head;
    uint256 public next;
    uint256 public waiting;
    uint256 public drawnBoxes;
    uint256 public bond = 10 * PRICE;
    uint256 public lostBond;
    /// @notice In coin, of all draws: those that were withdrawn lie with the beneficiary.
    uint256 public fees;
    bool public isStopped;
    /// @dev Refunds since the last commitment.
    uint256 private missed;
    bool public wasWrong;
    uint256[] private times;
    uint256[] private heights;
    uint256[] private sizes;

    constructor(IFullBlindBox box_, bytes32 id_, Asset memory money_) {
        (box, id, money) = (box_, id_, money_);
        enter(address(picky));
        enter(address(poor));
        enter(bob);
        enter(alice);
        poor.set(Mood.Refuse);
        if (money.assetType == 1) OldERC20(money.token).setBlocked(address(poor));
    }

    function enter(address account) private {
        address proxy = box.transferProxy();
        vm.deal(account, 1e6 ether);
        vm.startPrank(account);
        if (money.assetType == 1) {
            OldERC20(money.token).give(account, 1e6 ether);
            OldERC20(money.token).approve(proxy, type(uint256).max);
        } else if (money.assetType == 2) {
            PlainERC1155(money.token).give(account, money.tokenId, 1e6);
            PlainERC1155(money.token).setApprovalForAll(proxy, true);
        }
        vm.stopPrank();
    }

    function open(uint256 who, uint256 boxes) external {
        boxes = bound(boxes, 1, 4);
        bool isMissed = head != next && now_ >= times[head] + 30 minutes;
        bool isDue = !isStopped && !isMissed && boxes + waiting + drawnBoxes <= 60 && next < first + LENGTH
            && bond >= (waiting + boxes) * PRICE && (head == next || height <= heights[head] + 11);
        bytes memory data = abi.encodeWithSignature("open(bytes32,uint256)", id, boxes);
        uint256 value = money.assetType == 0 ? boxes * DUE : 0;
        address buyer = who % 3 == 0 ? bob : who % 3 == 1 ? address(picky) : address(poor);
        vm.prank(buyer);
        (bool ok,) = address(box).call{value: value}(data);
        if (ok != isDue) wasWrong = true;
        if (!ok) return;
        ++next;
        waiting += boxes;
        times.push(now_);
        heights.push(height);
        sizes.push(boxes);
    }

    function mine(uint256 blocks) external {
        pass(bound(blocks, 1, 3), 12);
    }

    function sleep(uint256 time) external {
        if (time % 4 == 0) pass(1, bound(time, 1, 40 minutes));
    }

    function pass(uint256 blocks, uint256 time) private {
        height += blocks;
        now_ += blocks * time;
        vm.roll(height);
        vm.warp(now_);
    }

    function reveal(uint256 wrong) external {
        uint256 number = wrong % 8 == 0 ? head + 1 : head;
        bool isDue = number == head && head != next && !isStopped && now_ < times[head] + 30 minutes && height >= heights[head] + 2
            && height <= heights[head] + 257;
        try box.reveal(id, preimage(number)) {
            if (!isDue) wasWrong = true;
            uint256 boxes = sizes[head++];
            waiting -= boxes;
            drawnBoxes += boxes;
            if (money.assetType == 0) fees += boxes * 0.05 ether;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function refund() external {
        bool isDue = head != next && (isStopped || now_ >= times[head] + 30 minutes);
        try box.refund(id) {
            if (!isDue) wasWrong = true;
            uint256 boxes = sizes[head++];
            waiting -= boxes;
            bond -= boxes * PRICE;
            lostBond += boxes * PRICE;
            isStopped = true;
            ++missed;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function commit() external {
        bytes32 withheld = missed == 0 ? bytes32(0) : preimage(head - 1);
        ++chain;
        bytes32 anchor = keccak256(abi.encode(wordAt(0)));
        vm.prank(alice);
        try box.commit(id, withheld, anchor, LENGTH) {
            if (waiting != 0) wasWrong = true;
            first = next;
            isStopped = false;
            missed = 0;
        } catch {
            if (waiting == 0) wasWrong = true;
            --chain;
        }
    }

    function deposit(uint256 amount) external {
        amount = bound(amount, 1, 5 * PRICE);
        vm.prank(alice);
        box.depositBond{value: money.assetType == 1 ? 0 : amount}(id, amount);
        bond += amount;
    }

    function withdraw(uint256 amount) external {
        amount = bound(amount, 1, bond + 1);
        bool isDue = bond >= waiting * PRICE + amount;
        vm.prank(alice);
        try box.withdrawBond(id, amount) {
            if (!isDue) wasWrong = true;
            bond -= amount;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function collect(uint256 kind) external {
        kind = bound(kind, 0, 4);
        if (kind == 4) kind = TICKET;
        uint256 count = box.kept(id, address(picky), kind);
        if (count == 0) return;
        picky.act(address(box), abi.encodeCall(box.collect, (id, kind, 1 + kind % count, address(picky), carol)));
    }

    function takeFees() external {
        try box.withdraw() {} catch {}
    }

    function claim() external {
        if (box.claimable(address(poor)) != 0) poor.act(address(box), abi.encodeCall(box.claim, (address(poor), carol)));
        if (box.claimableTokens(money.token, address(poor)) == 0) return;
        poor.act(address(box), abi.encodeCall(box.claimTokens, (money.token, address(poor), carol)));
    }

    /// @dev Once picky, always so.
    function becomePicky() external {
        picky.refuseItems();
    }

    function preimage(uint256 number) private view returns (bytes32) {
        return wordAt(number - first);
    }

    function wordAt(uint256 place) private view returns (bytes32 word) {
        word = keccak256(abi.encode("chain", chain));
        for (uint256 i = place + 1; i < LENGTH; ++i) {
            word = keccak256(abi.encode(word));
        }
    }

    function anchor0() external view returns (bytes32) {
        return keccak256(abi.encode(wordAt(0)));
    }
}
