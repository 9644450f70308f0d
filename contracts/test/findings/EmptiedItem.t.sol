// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {Emptier, NotifyingERC20, VaultERC721} from "../base/Vaults.sol";

/// @notice Burns the item that it receives, and calls the exchange back.
contract BurningReceiver {
    VaultERC721 private immutable _vault;
    address private immutable _exchange;
    uint256 public burns;
    /// @notice What the exchange refused `withdraw` with.
    bytes4 public why;

    constructor(VaultERC721 vault, address exchange_) {
        (_vault, _exchange) = (vault, exchange_);
    }

    function setGas(uint256 burns_) external {
        burns = burns_;
    }

    function onERC721Received(address, address, uint256 id, bytes calldata) external returns (bytes4) {
        (, bytes memory answer) = _exchange.call(abi.encodeCall(IPayouts.withdraw, ()));
        why = bytes4(answer);
        for (uint256 left = gasleft(); left - gasleft() < burns;) {}
        _vault.burn(id);
        return this.onERC721Received.selector;
    }
}

/// @notice An item that holds coin for its owner, sold by an account whose code empties it as soon as money arrives.
contract EmptiedItemTest is ExchangeBase {
    VaultERC721 private vault;
    NotifyingERC20 private notifying;

    function setUp() public override {
        super.setUp();
        vault = new VaultERC721(carol);
        notifying = new NotifyingERC20();
        notifying.give(bob, 1000 ether);
        vm.prank(bob);
        notifying.approve(address(proxy), type(uint256).max);
        vault.give(alice, 1);
        vault.fill{value: 5 ether}(1);
        vm.prank(alice);
        vault.setApprovalForAll(address(proxy), true);
        vm.etch(alice, address(new Emptier(vault, 1)).code);
    }

    function assertFull(address owner) private view {
        vm.assertEq(vault.ownerOf(1), owner, "item");
        vm.assertEq(vault.held(1), 5 ether, "with what it holds");
    }

    function test_WhenTheSaleIsForCoin() public {
        buy(aSale(address(vault)), 1);
        assertFull(bob);
        vm.assertEq(alice.balance, 0.925 ether, "seller");
        vm.assertEq(carol.balance, 0.05 ether, "creator");
    }

    function test_WhenTheSaleIsForAToken() public {
        Order memory order = aSale(address(vault));
        order.key.buyAsset = item(address(notifying), 0, 1);
        buy(order, 1);
        assertFull(bob);
        vm.assertEq(notifying.balanceOf(alice), 0.925 ether, "seller");
    }

    /// The code of the account that accepts runs when it is paid, too.
    function test_WhenABidIsAccepted() public {
        Order memory order = aBid(address(vault));
        order.key.sellAsset.token = address(notifying);
        accept(order, PRICE);
        assertFull(bob);
        vm.assertEq(notifying.balanceOf(alice), 0.925 ether, "seller");
    }

    /// The royalty was read before the receiver runs, and the payees' coin lies in the exchange behind a closed guard.
    function test_WhenTheReceiverBurnsTheItem() public {
        BurningReceiver receiver = new BurningReceiver(vault, address(exchange));
        Order memory order = aSale(address(vault));
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(receiver));
        vm.assertEq(bytes32(receiver.why()), bytes32(IPayouts.PayoutReentered.selector), "guarded");
        vm.assertEq(carol.balance, 0.05 ether, "creator");
        vm.assertEq(alice.balance, 0.925 ether, "seller");
        vm.assertEq(address(exchange).balance, 0.05 ether, "fees");
    }

    /// A receiver that burns gas leaves enough for the creator, or nothing happens.
    function testFuzz_WhenTheReceiverBurnsGas(uint256 gas_, uint256 burns, bool inCoin) public {
        BurningReceiver receiver = new BurningReceiver(vault, address(exchange));
        receiver.setGas(bound(burns, 0, 300_000));
        Order memory order = aSale(address(vault));
        if (!inCoin) order.key.buyAsset = money();
        Sig memory sig = makerSig(ALICE_KEY, order);
        uint256 value = inCoin ? 1.025 ether : 0;
        vm.prank(bob);
        try exchange.exchange{value: value, gas: bound(gas_, 150_000, 900_000)}(order, sig, FEE, none(), 1, address(receiver)) {
            vm.assertEq(inCoin ? carol.balance : pay.balanceOf(carol), 0.05 ether, "creator");
        } catch {
            vm.assertTrue(!exchange.isSpent(alice, order.key.salt), "or nothing happened");
        }
    }
}
