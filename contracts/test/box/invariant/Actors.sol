// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxKey, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {Mood} from "../../base/Hostile.sol";
import {Test} from "../../base/Test.sol";
import {HostilePrizes} from "../minting/HostilePrizes.sol";

/// @notice Those who share the contract with the series of the handler: a minting collection that plays by no rules, with a
/// series in coin, and Eve, who names kinds of a prize collection that does not serve her.
contract BoxActors is Test {
    uint256 private constant PRICE = 1 ether;
    uint256 private constant DUE = 1.025 ether;
    uint256 private constant STOCK = 5000;
    uint256 private constant CHAIN = 64;
    bytes32 private constant FIRST = keccak256("first");

    IFullBlindBox private box;
    address private prizes;
    bytes32 private id;
    bytes32[] private words;
    /// @dev The request that the present chain begins with.
    uint256 private first;
    HostilePrizes public hostile;
    /// @notice Platform fees of its draws, withdrawn ones included.
    uint256 public fees;
    bool public wasWrong;

    constructor(IFullBlindBox box_, address prizes_, uint256 end) {
        (box, prizes, hostile) = (box_, prizes_, new HostilePrizes(box_));
        bytes32 word = FIRST;
        for (uint256 i; i < CHAIN; ++i) {
            words.push(word);
            word = keccak256(abi.encode(word));
        }
        BoxOrder memory order = series(address(hostile), Asset(address(hostile), 1, 5), "/ipfs/H", end);
        id = box.hashBox(order);
        hostile.act(address(box), abi.encodeCall(box.register, (order, word, CHAIN, PRICE)));
        vm.deal(address(this), 1e6 ether);
        vm.deal(address(hostile), 1e6 ether);
        box.depositBond{value: 100 ether}(id, 100 ether);
        hostile.reenter(calls());
        hostile.pick(0);
    }

    function series(address owner, Asset memory prize, string memory uri, uint256 end) private pure returns (BoxOrder memory) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = prize;
        uint256[] memory amounts = new uint256[](1);
        amounts[0] = STOCK;
        string[] memory uris = new string[](1);
        uris[0] = uri;
        BoxKey memory key = BoxKey(owner, 99, kinds, Asset(address(0), 0, 0));
        return BoxOrder(key, 1, true, 1_800_000_000, end, STOCK * PRICE, amounts, 250, uris);
    }

    function calls() private view returns (bytes[] memory list) {
        list = new bytes[](6);
        list[0] = abi.encodeCall(box.withdrawBond, (id, 1));
        list[1] = abi.encodeWithSignature("open(bytes32,uint256)", id, 1);
        list[2] = abi.encodeCall(box.refund, (id));
        list[3] = abi.encodeCall(box.collect, (id, 0, 1, address(hostile), address(hostile)));
        list[4] = abi.encodeCall(box.claim, (address(hostile), address(hostile)));
        list[5] = abi.encodeCall(box.withdraw, ());
    }

    function change(uint256 seed) external {
        hostile.set(Mood(seed % 4));
        hostile.pick(seed / 4 % 6);
    }

    function openHostile(uint256 seed) external {
        bytes memory data = abi.encodeWithSignature("open(bytes32,uint256)", id, 1 + seed % 3);
        try hostile.act{value: (1 + seed % 3) * DUE}(address(box), data) {} catch {}
    }

    function revealHostile() external {
        Box memory its = box.boxOf(id);
        uint256 boxes = box.requestOf(id, its.head).boxes;
        if (its.head - first >= CHAIN) return;
        try box.reveal(id, words[CHAIN - 1 - (its.head - first)]) {
            fees += boxes * 0.05 ether;
        } catch {}
    }

    function refundHostile() external {
        try box.refund(id) {} catch {}
    }

    /// @dev The same words once more: it does not care that all know them.
    function commitHostile() external {
        Box memory its = box.boxOf(id);
        uint256 missed = box.missedOf(id);
        bytes32 withheld = missed == 0 ? bytes32(0) : words[CHAIN - (its.head - first)];
        bytes memory data = abi.encodeCall(box.commit, (id, withheld, keccak256(abi.encode(words[CHAIN - 1])), CHAIN));
        try hostile.act(address(box), data) {
            first = its.next;
        } catch {
            if (its.pending == 0) wasWrong = true;
        }
    }

    function collectHostile() external {
        if (box.kept(id, address(hostile), 0) == 0) return;
        bytes memory data = abi.encodeCall(box.collect, (id, 0, 1, address(hostile), address(hostile)));
        try hostile.act(address(box), data) {} catch {}
    }

    function claimHostile() external {
        try box.claim(address(hostile), address(hostile)) {} catch {}
    }

    /// @dev Of any kind, for any price, in her own name.
    function nameTheirKinds(uint256 seed) external {
        uint256 kind = 1 + seed % 2;
        BoxOrder memory order = series(eve, Asset(prizes, kind, 5), kind == 1 ? "/ipfs/A" : "/ipfs/B", box.boxOf(id).endTime);
        order.key.salt = seed;
        vm.prank(eve);
        try box.register(order, FIRST, 1, PRICE) {
            wasWrong = true;
        } catch {}
    }

    /// @notice Coin that lies in the box for this series, but for credits and fees.
    function held() external view returns (uint256) {
        Box memory its = box.boxOf(id);
        return its.bond + its.pending * DUE;
    }

    /// @notice Prizes that are given, kept or left.
    function items() external view returns (uint256) {
        return hostile.balanceOf(address(hostile)) + box.kept(id, address(hostile), 0) + box.leftOf(id)[0];
    }

    function stock() external pure returns (uint256) {
        return STOCK;
    }
}
